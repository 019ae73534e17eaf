"""Bodies of the tenants app's operations."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from kernel.actors import Permission
from kernel.http.schemas import In, NoticeOut, Out, ZonedInstant


class MemberOut(Out):
    """The member who asks."""

    email: str


class TenantOut(Out):
    """The actor's tenant."""

    id: UUID
    name: str
    plan: str
    role: str | None
    member: MemberOut | None
    notices: list[NoticeOut]


class ApiKeyIn(In):
    """A key to be made."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    permissions: Annotated[list[Permission], Field(min_length=1)]
    palaces: list[UUID] | None = None
    expires_at: ZonedInstant | None = None


class ApiKeyOut(Out):
    """A key without its secret."""

    id: UUID
    name: str
    prefix: str
    last4: str
    permissions: list[str]
    palaces: list[UUID] | None
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None


class NewApiKeyOut(ApiKeyOut):
    """A key just made: `secret` is shown this once."""

    secret: str
