"""The ledger is append-only and each tenant's alone, by the database itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection

from apps.billing import services as billing
from apps.billing.models import Counter, Seat, UsageRow
from apps.billing.types import Meter
from kernel.actors import Actor
from kernel.tenancy import TenantMissing, tenant_scope
from tests.billing.ledger import NOON, charge, count_rows, last_row, read_counter

pytestmark = pytest.mark.service

TABLES = ["billing_usage_row", "billing_counter", "billing_seat"]


@pytest.mark.parametrize(
    "change",
    [
        lambda: UsageRow.objects.update(quantity=0),
        lambda: UsageRow.objects.all().delete(),
        lambda: UsageRow.across_all_tenants.update(tenant_id=uuid4()),
    ],
    ids=["update", "delete", "move"],
)
def test_a_row_is_never_changed(ada: Actor, change: Callable[[], object]) -> None:
    charge(ada)

    with pytest.raises(DatabaseError, match="append-only"), tenant_scope(ada.tenant_id):
        change()

    assert count_rows(ada) == 1


@pytest.mark.parametrize("table", TABLES)
def test_no_table_can_be_emptied(ada: Actor, table: str) -> None:
    with (
        pytest.raises(DatabaseError, match="permission denied"),
        tenant_scope(ada.tenant_id),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"TRUNCATE {table}")


def test_the_runtime_role_sees_only_its_tenants_rows_even_without_the_predicate(ada: Actor, mallory: Actor) -> None:
    charge(ada)
    with tenant_scope(ada.tenant_id):
        billing.note_seat(ada, uuid4(), at=NOON)

    with tenant_scope(mallory.tenant_id):
        seen = [model.across_all_tenants.count() for model in (UsageRow, Counter, Seat)]

    assert seen == [0, 0, 0]


def test_a_charge_for_another_tenant_finds_no_plan_and_writes_nothing(ada: Actor, mallory: Actor) -> None:
    with pytest.raises(RuntimeError, match="not in the catalogue"), tenant_scope(mallory.tenant_id):
        billing.charge(ada, Meter.AGENT_STEP, at=NOON)

    assert count_rows(ada) == 0
    assert read_counter(ada) == 0


def test_a_row_for_another_tenant_is_refused(ada: Actor, mallory: Actor) -> None:
    charge(ada)
    row = last_row(ada)
    row.id = uuid4()

    with pytest.raises(DatabaseError, match="row-level security"), tenant_scope(mallory.tenant_id):
        row.save(force_insert=True)


def test_a_correction_cannot_point_at_another_tenants_row(ada: Actor, mallory: Actor) -> None:
    charge(ada)
    charge(mallory)
    stray = last_row(mallory)
    stray.id, stray.corrects_id, stray.quantity = uuid4(), last_row(ada).id, -stray.quantity

    with pytest.raises(DatabaseError, match="foreign key"), tenant_scope(mallory.tenant_id):
        stray.save(force_insert=True)


def test_outside_a_tenant_the_ledger_cannot_be_asked(ada: Actor) -> None:
    with pytest.raises(TenantMissing):
        UsageRow.objects.count()


def test_every_index_of_the_ledger_but_its_primary_key_begins_with_the_tenant(ada: Actor) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY(%s) AND indexname NOT LIKE '%%_pkey'",
            [TABLES],
        )
        indexes = dict(cursor.fetchall())

    assert len(indexes) >= 6
    assert [name for name, text in indexes.items() if "(tenant_id" not in text] == []


def test_a_month_is_told_by_the_callers_clock(ada: Actor) -> None:
    with pytest.raises(ValueError, match="aware"), tenant_scope(ada.tenant_id):
        billing.charge(ada, Meter.AGENT_STEP, at=datetime(2026, 12, 1))  # noqa: DTZ001  (the fault under test)
