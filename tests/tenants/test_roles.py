"""What each role may do, as a table to be read by a person."""

from __future__ import annotations

import pytest

from apps.tenants.domain.roles import PERMISSIONS, Role
from kernel.actors import Permission

EVERYTHING = {permission.value for permission in Permission}
READS = {"memory.read", "agent.read", "run.read", "usage.read", "member.read"}


@pytest.mark.parametrize(
    ("role", "permissions"),
    [
        ("owner", EVERYTHING),
        ("admin", EVERYTHING),
        ("developer", EVERYTHING - {"member.write"}),
        ("viewer", READS),
        ("billing", {"usage.read", "member.read"}),
    ],
)
def test_a_role_stands_for_exactly_these_permissions(role: str, permissions: set[str]) -> None:
    assert {permission.value for permission in PERMISSIONS[Role(role)]} == permissions


def test_every_role_has_its_line() -> None:
    assert set(PERMISSIONS) == set(Role)


@pytest.mark.parametrize("role", [Role.VIEWER, Role.BILLING])
def test_a_role_that_only_looks_writes_nothing(role: Role) -> None:
    assert all(permission.endswith(".read") for permission in PERMISSIONS[role])
