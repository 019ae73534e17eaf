"""Tasks of the instance itself."""

from __future__ import annotations

from celery import shared_task

from config import readiness
from kernel.clock import SystemClock


@shared_task(name="config.heartbeat")
def heartbeat() -> None:
    """Prove that the scheduler, the broker and a worker move."""
    readiness.beat(SystemClock().now().timestamp())
