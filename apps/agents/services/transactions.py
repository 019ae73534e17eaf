"""Transactions that need not wait for the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from kernel.db.sql import execute
from kernel.tenancy import tenant_scope


@contextmanager
def progress_scope(tenant_id: UUID) -> Iterator[None]:
    """A tenant scope for a run's progress, which the next transaction that waits makes durable too.

    A worker's death loses nothing here. If the database's own machine dies, the last part of a second
    is lost in the order it was written, bills and effects of native tools included: the run then goes
    on from an earlier moment, and each effect is still there once. A run's taking and its end do wait.
    """
    with tenant_scope(tenant_id):
        execute("SET LOCAL synchronous_commit = off")
        yield
