"""What other apps get from this one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.tenants.domain.roles import Role
from kernel.actors import Permission


@dataclass(frozen=True, kw_only=True, slots=True)
class Membership:
    """A user's place in one tenant."""

    member_id: UUID
    tenant_id: UUID
    role: Role


@dataclass(frozen=True, kw_only=True, slots=True)
class NewApiKey:
    """What a key shall be."""

    name: str
    permissions: frozenset[Permission]
    palaces: frozenset[UUID] | None = None
    expires_at: datetime | None = None
