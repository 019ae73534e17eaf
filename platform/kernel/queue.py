"""Background work: enqueued after commit, run in one tenant's name."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from uuid import UUID

from celery import Task, current_app, current_task
from django.core.cache import cache
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from kernel.tenancy import TenantMissing, tenant_scope

log = logging.getLogger(__name__)


class TenantTask(Task):  # type: ignore[misc]  # celery ships no types
    """A task that gets `tenant_id` as a keyword and runs in that tenant's transaction."""

    abstract = True

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Open the tenant's scope, then run; raises TenantMissing when none was given."""
        with tenant_scope(self.tenant_of(kwargs)):
            return self.run(*args, **kwargs)

    def tenant_of(self, kwargs: dict[str, object]) -> UUID:
        """The tenant a call is for; raises TenantMissing."""
        tenant_id = kwargs.get("tenant_id")
        if not tenant_id:
            raise TenantMissing(f"The task {self.name} was sent without a tenant_id.")
        return UUID(str(tenant_id))


class OwnTransactionsTask(TenantTask):
    """A TenantTask for long work: it opens short tenant scopes of its own."""

    abstract = True

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Run; raises TenantMissing when no tenant was given."""
        self.tenant_of(kwargs)
        return self.run(*args, **kwargs)


def after_commit(task: str, **arguments: object) -> None:
    """Send a task once the current transaction has committed.

    A broker that does not answer is logged, not raised: the row that asks for the work is already
    stored, and the sweeper that each such task has finds it later.
    """
    payload = {name: str(value) if isinstance(value, UUID) else value for name, value in arguments.items()}
    transaction.on_commit(lambda: _send(task, payload))


def note_progress() -> None:
    """Say, from within a task, that its queue moves: at its end, and during long work."""
    task = current_task
    if task and task.request.delivery_info:
        note_moved(str(task.request.delivery_info.get("routing_key")), time.time())


def note_moved(name: str, at: float) -> None:
    """Remember when a queue last moved."""
    with suppress(RedisError):
        cache.set(moved_key(name), at, timeout=24 * 3600)


def moved_key(name: str) -> str:
    """Where it is remembered when a queue last moved."""
    return f"queue-moved:{name}"


def _send(task: str, payload: dict[str, object]) -> None:
    try:
        current_app.send_task(task, kwargs=payload, retry=False)
    except (OperationalError, RedisError):
        log.warning("The broker does not answer: %s waits for its sweeper.", task)
