"""The tenant in whose name the current request or task runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

from django.db import connection, transaction

_current: ContextVar[UUID | None] = ContextVar("tenant", default=None)


class TenantMissing(RuntimeError):
    """Tenant-owned rows were asked for outside any tenant: a programming fault, never a user's."""


def current_tenant() -> UUID:
    """The current tenant's id; raises TenantMissing outside a tenant scope."""
    tenant_id = _current.get()
    if tenant_id is None:
        raise TenantMissing("Tenant-owned rows need a tenant: enter kernel.tenancy.tenant_scope first.")
    return tenant_id


@contextmanager
def tenant_scope(tenant_id: UUID) -> Iterator[None]:
    """One transaction in one tenant's name: the database shows and takes that tenant's rows only.

    The setting is local to the transaction (safe behind a transaction pooler). Inside an outer
    transaction the former tenant is put back, since a savepoint's end would leave ours standing.
    """
    outer = _current.get()
    nested = connection.in_atomic_block
    token = _current.set(tenant_id)
    try:
        with transaction.atomic():
            _name_tenant(tenant_id)
            yield
    finally:
        _current.reset(token)
        if nested and not connection.needs_rollback:
            _name_tenant(outer)


def _name_tenant(tenant_id: UUID | None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('app.tenant_id', %s, true)", [str(tenant_id or "")])
