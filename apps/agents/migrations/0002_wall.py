"""The wall around the agents app, and versions that never change."""

from django.db import migrations

from kernel.db.migrations import AppendOnly, TenantForeignKey, TenantWall


class Migration(migrations.Migration):
    dependencies = [("agents", "0001_initial")]
    operations = [
        *(TenantWall(f"agents_{name}") for name in ("agent", "version", "run", "step", "tool_call")),
        AppendOnly("agents_version"),
        TenantForeignKey("agents_version", "agent_id", "agents_agent"),
        TenantForeignKey("agents_run", "agent_id", "agents_agent"),
        TenantForeignKey("agents_step", "run_id", "agents_run"),
        TenantForeignKey("agents_tool_call", "run_id", "agents_run"),
    ]
