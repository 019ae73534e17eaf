"""Who may drive a run: a lease in the database, kept alive by a thread beside the driver.

Times are the database's own, so that workers need not agree on the clock. The number that a lease
carries (`fence`) grows with each taking; writes that name an older one change nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.db import DatabaseError, connection

from apps.agents.services.transactions import progress_scope
from apps.sandbox.types import SandboxSession
from kernel.db.sql import execute, fetch
from kernel.tenancy import tenant_scope

LEASE_SECONDS = 5.0
BEAT_SECONDS = 1.0
LOOK_SECONDS = 0.2

log = logging.getLogger(__name__)


class Stopped(BaseException):
    """The run is not this driver's to go on with: cancelled, or taken by another.

    Not an Exception: nothing on the way up, not even code that reports a tool's failure to the
    agent, may take it for a failure of the work.
    """


class Interrupted(BaseException):
    """Something around the run failed; it will be taken up again. See Stopped for the base class."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """The right to drive a run; `attempts` counts how often it was taken since its last step ended."""

    tenant_id: UUID
    run_id: UUID
    fence: int
    attempts: int


def claim(tenant_id: UUID, run_id: UUID) -> Claim | None:
    """Take a run that is queued, or that its driver has left; None when there is nothing to take."""
    with tenant_scope(tenant_id):
        rows = fetch(
            "UPDATE agents_run SET fence = fence + 1, attempts = attempts + 1, state = 'running', "
            "revision = revision + 2, started_at = coalesce(started_at, date_trunc('milliseconds', now())), "
            "lease_until = now() + make_interval(secs => %s) "
            "WHERE tenant_id = %s AND id = %s AND (state = 'queued' OR state = 'running' AND lease_until <= now()) "
            "RETURNING fence, attempts",
            [LEASE_SECONDS, tenant_id, run_id],
        )
    if not rows:
        return None
    return Claim(tenant_id=tenant_id, run_id=run_id, fence=rows[0][0], attempts=rows[0][1])


def give_back(claim: Claim, *, after: float, counts: bool) -> None:
    """Leave a run to whoever takes it next, not before some seconds; `counts` as a failed attempt."""
    with tenant_scope(claim.tenant_id):
        execute(
            "UPDATE agents_run SET lease_until = now(), resend_at = now() + make_interval(secs => %s), "
            "attempts = attempts - %s WHERE tenant_id = %s AND id = %s AND fence = %s AND state = 'running'",
            [after, 0 if counts else 1, claim.tenant_id, claim.run_id, claim.fence],
        )


class Lease:
    """A claim that is kept while its thread runs; knows when it is lost or the run is cancelled."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.cancel_reason: str | None = None
        self.is_lost = False
        self._lock = threading.Lock()
        self._watched: SandboxSession | None = None
        self._watched_until = float("inf")
        self._done = threading.Event()
        self._kept_until = time.monotonic() + LEASE_SECONDS
        self._thread = threading.Thread(target=self._keep, name=f"lease-{claim.run_id}", daemon=True)

    def check(self) -> None:
        """Raise Stopped when the driver must do nothing more."""
        if self.is_lost or self.cancel_reason is not None:
            raise Stopped

    @contextmanager
    def watching(self, session: SandboxSession, *, seconds: float | None) -> Iterator[None]:
        """End the session from outside when the run is stopped or the seconds are over."""
        with self._lock:
            self._watched = session
            self._watched_until = float("inf") if seconds is None else time.monotonic() + seconds
        try:
            yield
        finally:
            # once this returns, the session may be lent to another run and must not be stopped any more
            with self._lock:
                self._watched = None

    def __enter__(self) -> Lease:
        """Start keeping."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop keeping; the lease itself runs out, or was given back."""
        self._done.set()
        self._thread.join()

    def _keep(self) -> None:
        next_beat = 0.0
        while not self._done.wait(LOOK_SECONDS):
            now = time.monotonic()
            if now >= next_beat:
                next_beat = now + BEAT_SECONDS
                self._beat()
            self._stop_what_must_not_go_on()

    def _beat(self) -> None:
        started = time.monotonic()
        try:
            with progress_scope(self.claim.tenant_id):
                rows = fetch(
                    "UPDATE agents_run SET lease_until = now() + make_interval(secs => %s) "
                    "WHERE tenant_id = %s AND id = %s AND fence = %s AND state = 'running' RETURNING cancel_reason",
                    [LEASE_SECONDS, self.claim.tenant_id, self.claim.run_id, self.claim.fence],
                )
            if rows:
                self._kept_until, self.cancel_reason = started + LEASE_SECONDS, rows[0][0]
            elif not self._done.is_set():
                self.is_lost = True
        except DatabaseError:
            log.warning("The lease of run %s could not be renewed.", self.claim.run_id, exc_info=True)
            self.is_lost = time.monotonic() > self._kept_until
        finally:
            connection.close()

    def _stop_what_must_not_go_on(self) -> None:
        with self._lock:
            if self._watched is None:
                return
            too_late = time.monotonic() >= self._watched_until
            if self.is_lost or self.cancel_reason is not None or too_late:
                self._watched.stop()
                self._watched = None
