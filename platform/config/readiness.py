"""Whether the parts this instance needs answer now."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from kombu.connection import Connection
from redis.exceptions import RedisError

from kernel.clock import SystemClock
from kernel.queue import moved_key

HEARTBEAT_KEY = "worker-heartbeat"
WORKER_SILENT_AFTER = timedelta(seconds=45)
QUEUES = ("default", "embedding", "agents")
STUCK_AFTER = timedelta(minutes=2)


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """One part and what it says."""

    name: str
    ok: bool
    says: str


def check_all() -> list[Check]:
    """Database, broker, workers and queues, in this order."""
    broker = _check_broker()
    if not broker.ok:
        return [_check_database(), broker, _unknown("worker"), _unknown("queues")]
    return [_check_database(), broker, _check_worker(), _check_queues()]


def beat(at: float) -> None:
    """Called by a worker's scheduled task: proof that scheduler, broker and worker all move."""
    cache.set(HEARTBEAT_KEY, at, timeout=3600)


def forget() -> None:
    """Called before a start: what the last run's workers did, and when, says nothing about this one."""
    with suppress(RedisError):
        cache.delete_many([HEARTBEAT_KEY, *(moved_key(queue) for queue in QUEUES)])


def _check_queues() -> Check:
    """Stuck is a queue that holds work while none of its tasks has ended for long; a long queue that moves is not."""
    at = SystemClock().now().timestamp()
    with Connection(settings.CELERY_BROKER_URL) as broker:  # type: ignore[no-untyped-call]  # kombu ships no types
        waiting = {queue: int(broker.default_channel.client.llen(queue)) for queue in QUEUES}
    stuck = []
    for queue, number in waiting.items():
        moved = cache.get_or_set(moved_key(queue), at, timeout=24 * 3600)
        if number and at - float(moved or at) > STUCK_AFTER.total_seconds():
            stuck.append(f"{queue}: {number} waiting, none done for {at - float(moved or at):.0f} s")
    return Check(name="queues", ok=not stuck, says="; ".join(stuck) or "ok")


def _check_database() -> Check:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return Check(name="database", ok=False, says=_first_line(error))
    return Check(name="database", ok=True, says="ok")


def _check_broker() -> Check:
    try:
        cache.get(HEARTBEAT_KEY)
    except RedisError as error:
        return Check(name="broker", ok=False, says=_first_line(error))
    return Check(name="broker", ok=True, says="ok")


def _check_worker() -> Check:
    last = cache.get(HEARTBEAT_KEY)
    silent = SystemClock().now().timestamp() - last if last else None
    if silent is None or silent > WORKER_SILENT_AFTER.total_seconds():
        age = "never" if silent is None else f"{silent:.0f} s ago"
        return Check(name="worker", ok=False, says=f"no worker has reported (last: {age})")
    return Check(name="worker", ok=True, says="ok")


def _unknown(name: str) -> Check:
    return Check(name=name, ok=False, says="unknown: the broker does not answer")


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


class NotUnready(logging.Filter):
    """Keeps a 503 out of the log: /readyz is asked until it is green, and says why by itself."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is about anything but a 503."""
        return getattr(record, "status_code", None) != 503
