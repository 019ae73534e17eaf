"""Runs whose worker died, or whose message was lost; found and sent again.

Runs in no tenant's name: a security-definer function names ids and tenants only.
"""

from __future__ import annotations

from django.db import transaction

from kernel import queue
from kernel.db.sql import fetch


def sweep() -> int:
    """Send runs again that nobody drives; returns how many."""
    with transaction.atomic():
        rows = fetch("SELECT tenant_id, id FROM agents_take_waiting_runs()")
        for tenant_id, run_id in rows:
            queue.after_commit("agents.run", tenant_id=tenant_id, run_id=run_id)
    return len(rows)
