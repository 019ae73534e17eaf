"""What each role of a member may do."""

from __future__ import annotations

from enum import StrEnum

from kernel.actors import Permission

P = Permission


class Role(StrEnum):
    """A member's role in a tenant."""

    OWNER = "owner"
    ADMIN = "admin"
    DEVELOPER = "developer"
    VIEWER = "viewer"
    BILLING = "billing"


_READS = frozenset({P.MEMORY_READ, P.AGENT_READ, P.RUN_READ, P.USAGE_READ, P.MEMBER_READ})

PERMISSIONS: dict[Role, frozenset[Permission]] = {
    Role.OWNER: frozenset(P),
    Role.ADMIN: frozenset(P),
    Role.DEVELOPER: frozenset(P) - {P.MEMBER_WRITE},
    Role.VIEWER: _READS,
    Role.BILLING: frozenset({P.USAGE_READ, P.MEMBER_READ}),
}
