"""The wall around the kernel's tables."""

from django.db import migrations

from kernel.db.migrations import TenantWall


class Migration(migrations.Migration):
    dependencies = [("kernel", "0001_initial")]
    operations = [TenantWall("kernel_kept_response")]
