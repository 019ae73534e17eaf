"""Writes of the tenants app."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from apps.tenants import selectors
from apps.tenants.domain.api_keys import KeyText, make_key, read_key
from apps.tenants.domain.roles import PERMISSIONS, Role
from apps.tenants.errors import BadApiKey, CannotGrant
from apps.tenants.models import ApiKey, AuditEntry, Member, Tenant, User
from apps.tenants.types import Membership, NewApiKey
from kernel.actors import Actor, ActorKind, Permission
from kernel.clock import SystemClock
from kernel.ids import new_id
from kernel.tenancy import tenant_scope
from kernel.types import JsonValue

LAST_USED_GRAIN = timedelta(minutes=1)


def found_tenant(owner: User, *, name: str, plan: str = "free") -> Membership:
    """A new tenant with `owner` as its first member."""
    tenant_id = new_id()
    with tenant_scope(tenant_id):
        Tenant.objects.create(id=tenant_id, name=name, plan=plan)
        member = Member.objects.create(tenant_id=tenant_id, user=owner, role=Role.OWNER)
    return Membership(member_id=member.id, tenant_id=tenant_id, role=Role.OWNER)


def actor_of_member(membership: Membership, *, request_id: str = "") -> Actor:
    """The actor that a member is."""
    return Actor(
        kind=ActorKind.MEMBER,
        id=membership.member_id,
        tenant_id=membership.tenant_id,
        permissions=PERMISSIONS[membership.role],
        request_id=request_id,
    )


def actor_of_key_text(text: str, *, request_id: str = "") -> Actor:
    """The actor that a key text stands for; raises BadApiKey."""
    at = SystemClock().now()
    key_text = read_key(text)
    key = selectors.find_key(key_text) if key_text else None
    if key is None or not key.is_live(at=at):
        raise BadApiKey("This API key is not valid: check it for typing errors, or make a new one.")
    note_use(key, at=at)
    return actor_of_key(key, request_id=request_id)


def actor_of_key(key: selectors.KnownKey, *, request_id: str = "") -> Actor:
    """The actor that a key is."""
    return Actor(
        kind=ActorKind.API_KEY,
        id=key.id,
        tenant_id=key.tenant_id,
        permissions=key.permissions,
        palaces=key.palaces,
        api_key_id=key.id,
        request_id=request_id,
    )


def note_use(key: selectors.KnownKey, *, at: datetime) -> None:
    """Remember, to the minute, that a key was used."""
    if key.last_used_at is not None and at - key.last_used_at < LAST_USED_GRAIN:
        return
    with tenant_scope(key.tenant_id):
        ApiKey.objects.filter(id=key.id).update(last_used_at=at)


def create_api_key(actor: Actor, new: NewApiKey) -> tuple[ApiKey, KeyText]:
    """A new key and, this once, its text; nobody can grant more than they have."""
    actor.require(Permission.KEY_WRITE)
    _refuse_more_than_own(actor, new)
    text = make_key()
    key = ApiKey.objects.create(
        tenant_id=actor.tenant_id,
        name=new.name,
        public_id=text.public_id,
        prefix=text.prefix,
        last4=text.last4,
        digest=text.digest,
        permissions=sorted(new.permissions),
        palaces=None if new.palaces is None else sorted(new.palaces),
        created_by=actor.id,
        expires_at=new.expires_at,
    )
    record(actor, "api_key.create", key.id, name=new.name, permissions=_names(new.permissions))
    return key, text


def _names(permissions: Iterable[Permission]) -> JsonValue:
    return [permission.value for permission in sorted(permissions)]


def _refuse_more_than_own(actor: Actor, new: NewApiKey) -> None:
    missing = new.permissions - actor.permissions
    if missing:
        raise CannotGrant("You can grant only permissions that you have.", permissions=_names(missing))
    if actor.palaces is not None and (new.palaces is None or not new.palaces <= actor.palaces):
        raise CannotGrant("You can grant only palaces within your own reach.")


def revoke_api_key(actor: Actor, key_id: UUID, *, at: datetime) -> None:
    """End a key now; a second time changes nothing."""
    actor.require(Permission.KEY_WRITE)
    key = selectors.get_api_key(actor, key_id)
    if ApiKey.objects.filter(tenant_id=actor.tenant_id, id=key.id, revoked_at=None).update(revoked_at=at):
        record(actor, "api_key.revoke", key.id, name=key.name)


def record(actor: Actor, action: str, object_id: UUID | None = None, **details: JsonValue) -> None:
    """Write an audit entry in the current transaction."""
    AuditEntry.objects.create(
        tenant_id=actor.tenant_id,
        actor_kind=actor.kind,
        actor_id=actor.id,
        action=action,
        object_id=object_id,
        details=details,
        request_id=actor.request_id,
    )
