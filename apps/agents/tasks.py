"""Background work of the agents app."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from apps.agents.services import driving, sweeping
from kernel.queue import OwnTransactionsTask


@shared_task(name="agents.run", base=OwnTransactionsTask)
def run(*, tenant_id: str, run_id: str) -> None:
    """Drive a run to its end, from wherever it stands."""
    driving.drive(UUID(tenant_id), UUID(run_id))


@shared_task(name="agents.sweep")
def sweep() -> None:
    """Find runs that nobody drives: the broker was away, or a worker died."""
    sweeping.sweep()
