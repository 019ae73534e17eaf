"""Work that is waiting in the tables because its message was lost; found and sent again.

Runs in no tenant's name: a security-definer function names ids and tenants only.
"""

from __future__ import annotations

from collections import defaultdict
from uuid import UUID

from django.db import transaction

from apps.memories.services import embedding
from kernel import queue
from kernel.db.sql import fetch


def sweep() -> None:
    """Send again: memories unembedded for a minute, imports idle for a minute, expired memories."""
    with transaction.atomic():
        rows = fetch("SELECT work, tenant_id, id FROM memories_waiting_work()")
        unembedded: dict[UUID, list[UUID]] = defaultdict(list)
        for work, tenant_id, row_id in rows:
            if work == "embed":
                unembedded[tenant_id].append(row_id)
            elif work == "import":
                queue.after_commit("memories.run_import", tenant_id=tenant_id, import_id=row_id)
            else:
                queue.after_commit("memories.forget_expired", tenant_id=tenant_id)
        for tenant_id, memory_ids in unembedded.items():
            embedding.enqueue(tenant_id, memory_ids)
