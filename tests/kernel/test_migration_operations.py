"""The migration operations that build the wall, on scratch tables that are rolled back."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, connections, transaction
from django.db.migrations.operations import RunSQL
from django.db.migrations.state import ProjectState

from kernel.db.migrations import AppendOnly, TenantForeignKey, TenantWall

pytestmark = pytest.mark.service

HERS, THEIRS = uuid4(), uuid4()
OAK, ACORN = uuid4(), uuid4()


def run(sql: str, *arguments: object) -> None:
    """Run as the owner; an error undoes only this."""
    with transaction.atomic("owner"), connections["owner"].cursor() as cursor:
        cursor.execute(sql, [str(argument) for argument in arguments])


def apply(operation: RunSQL, *, backwards: bool = False) -> None:
    """Run a migration operation, or take it back."""
    state = ProjectState()
    with connections["owner"].schema_editor(atomic=False) as editor:
        act = operation.database_backwards if backwards else operation.database_forwards
        act("kernel", editor, state, state)


@pytest.fixture(autouse=True)
def scratch() -> Iterator[None]:
    """An oak of hers, and a table of acorns that refer to oaks."""
    with transaction.atomic("owner"):
        for table in ("scratch_oak", "scratch_acorn"):
            run(f"CREATE TABLE {table} (id uuid PRIMARY KEY, tenant_id uuid NOT NULL, oak_id uuid)")
            apply(TenantWall(table))
        run("INSERT INTO scratch_oak VALUES (%s, %s)", OAK, HERS)
        yield
        transaction.set_rollback(True, using="owner")


def test_a_child_of_the_same_tenant_may_point_at_its_parent() -> None:
    apply(TenantForeignKey("scratch_acorn", "oak_id", "scratch_oak"))

    run("INSERT INTO scratch_acorn VALUES (%s, %s, %s)", ACORN, HERS, OAK)


def test_a_child_cannot_point_across_tenants() -> None:
    apply(TenantForeignKey("scratch_acorn", "oak_id", "scratch_oak"))

    with pytest.raises(IntegrityError):
        run("INSERT INTO scratch_acorn VALUES (%s, %s, %s)", ACORN, THEIRS, OAK)


def test_a_child_goes_with_its_parent() -> None:
    apply(TenantForeignKey("scratch_acorn", "oak_id", "scratch_oak"))
    run("INSERT INTO scratch_acorn VALUES (%s, %s, %s)", ACORN, HERS, OAK)

    run("DELETE FROM scratch_oak")

    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM scratch_acorn")
        assert cursor.fetchone() == (0,)


def test_the_key_across_tenants_can_be_taken_back() -> None:
    operation = TenantForeignKey("scratch_acorn", "oak_id", "scratch_oak")
    apply(operation)

    apply(operation, backwards=True)

    run("INSERT INTO scratch_acorn VALUES (%s, %s, %s)", ACORN, THEIRS, OAK)


@pytest.mark.parametrize("change", ["UPDATE scratch_oak SET oak_id = NULL", "DELETE FROM scratch_oak"])
def test_an_append_only_table_is_neither_changed_nor_emptied_even_by_its_owner(change: str) -> None:
    apply(AppendOnly("scratch_oak"))

    with pytest.raises(DatabaseError, match="append-only"):
        run(change)


def test_append_only_can_be_taken_back() -> None:
    apply(AppendOnly("scratch_oak"))

    apply(AppendOnly("scratch_oak"), backwards=True)

    run("DELETE FROM scratch_oak")
