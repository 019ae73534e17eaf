"""Background work of the memories app."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from apps.memories.services import embedding, forgetting, importing, sweeping
from kernel.clock import SystemClock
from kernel.queue import OwnTransactionsTask


@shared_task(name="memories.embed", base=OwnTransactionsTask)
def embed(*, tenant_id: str, memory_ids: list[str]) -> None:
    """Give the dense leg these memories."""
    embedding.embed(UUID(tenant_id), [UUID(memory_id) for memory_id in memory_ids], at=SystemClock().now())


@shared_task(name="memories.run_import", base=OwnTransactionsTask)
def run_import(*, tenant_id: str, import_id: str) -> None:
    """Go on with an import where it stands."""
    importing.run(UUID(tenant_id), UUID(import_id), clock=SystemClock())


@shared_task(name="memories.forget_expired", base=OwnTransactionsTask)
def forget_expired(*, tenant_id: str) -> None:
    """Delete a tenant's memories whose time has run out."""
    forgetting.forget_expired(UUID(tenant_id), at=SystemClock().now())


@shared_task(name="memories.sweep")
def sweep() -> None:
    """Find work that was stored but never sent: the broker was away, or a worker died."""
    sweeping.sweep()
