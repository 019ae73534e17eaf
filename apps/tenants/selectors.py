"""Reads of the tenants app, incl. the two that come before a tenant is known."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from apps.tenants.domain.api_keys import KeyText
from apps.tenants.domain.roles import Role
from apps.tenants.errors import NoSuchApiKey
from apps.tenants.models import ApiKey, AuditEntry, Tenant
from apps.tenants.types import Membership
from kernel.actors import Actor, Permission


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownKey:
    """A stored key, found by its public id."""

    id: UUID
    tenant_id: UUID
    digest: str
    permissions: frozenset[Permission]
    palaces: frozenset[UUID] | None
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None

    def is_live(self, *, at: datetime) -> bool:
        """Whether the key opens anything at this instant."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)


def find_key(key: KeyText) -> KnownKey | None:
    """The stored key that `key` is, or None; asked before any tenant is known."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM tenants_find_api_key(%s)", [key.public_id])
        row = cursor.fetchone()
    if row is None or not key.matches(row[2]):
        return None
    known = {permission.value for permission in Permission}
    return KnownKey(
        id=row[0],
        tenant_id=row[1],
        digest=row[2],
        permissions=frozenset(Permission(value) for value in row[3] if value in known),
        palaces=None if row[4] is None else frozenset(row[4]),
        expires_at=row[5],
        last_used_at=row[6],
        revoked_at=row[7],
    )


def list_memberships(user_id: int) -> list[Membership]:
    """The tenants a user belongs to, oldest first; asked before any tenant is chosen."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, tenant_id, role FROM tenants_memberships(%s)", [user_id])
        rows = cursor.fetchall()
    return [Membership(member_id=row[0], tenant_id=row[1], role=Role(row[2])) for row in rows]


def get_tenant(actor: Actor) -> Tenant:
    """The actor's tenant."""
    return Tenant.objects.get(id=actor.tenant_id)


def list_api_keys(actor: Actor) -> QuerySet[ApiKey]:
    """The tenant's keys, revoked ones too."""
    actor.require(Permission.KEY_READ)
    return ApiKey.objects.filter(tenant_id=actor.tenant_id)


def get_api_key(actor: Actor, key_id: UUID) -> ApiKey:
    """One key of the tenant; raises NoSuchApiKey for a stranger's too."""
    key = list_api_keys(actor).filter(id=key_id).first()
    if key is None:
        raise NoSuchApiKey("There is no such API key.", id=str(key_id))
    return key


def list_audit(actor: Actor) -> QuerySet[AuditEntry]:
    """The tenant's audit log."""
    actor.require(Permission.MEMBER_READ)
    return AuditEntry.objects.filter(tenant_id=actor.tenant_id)
