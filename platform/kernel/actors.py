"""Who acts in a request or a task, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from kernel.errors import Forbidden


class Permission(StrEnum):
    """One right; API keys carry a set of them and roles stand for a set."""

    MEMORY_READ = "memory.read"
    MEMORY_WRITE = "memory.write"
    MEMORY_DELETE = "memory.delete"
    AGENT_READ = "agent.read"
    AGENT_WRITE = "agent.write"
    RUN_READ = "run.read"
    RUN_WRITE = "run.write"
    SANDBOX_EXECUTE = "sandbox.execute"
    USAGE_READ = "usage.read"
    KEY_READ = "key.read"
    KEY_WRITE = "key.write"
    MEMBER_READ = "member.read"
    MEMBER_WRITE = "member.write"


class ActorKind(StrEnum):
    """What sort of actor."""

    MEMBER = "member"
    API_KEY = "api_key"
    AGENT_RUN = "agent_run"


class MissingPermission(Forbidden):
    """The actor lacks a permission, which the details name."""

    code = "missing_permission"


class PalaceOutOfReach(Forbidden):
    """The actor's key is limited to other palaces."""

    code = "palace_out_of_reach"


@dataclass(frozen=True, kw_only=True, slots=True)
class Actor:
    """Who acts, for which tenant, within which limits."""

    kind: ActorKind
    id: UUID
    tenant_id: UUID
    permissions: frozenset[Permission]
    palaces: frozenset[UUID] | None = None
    """Palaces within reach; None means all of the tenant's."""
    api_key_id: UUID | None = None
    agent_id: UUID | None = None
    run_id: UUID | None = None
    request_id: str = ""

    def can(self, permission: Permission) -> bool:
        """Whether the actor has this right."""
        return permission in self.permissions

    def require(self, permission: Permission) -> None:
        """Raise MissingPermission unless the actor has this right."""
        if not self.can(permission):
            raise MissingPermission(f"This needs the permission {permission}.", permission=permission.value)

    def reaches(self, palace_id: UUID) -> bool:
        """Whether this palace is within the actor's reach."""
        return self.palaces is None or palace_id in self.palaces
