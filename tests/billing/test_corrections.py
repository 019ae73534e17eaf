"""A row is never changed: a negative row takes it back."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from functools import partial
from uuid import UUID, uuid4

import pytest

from apps.billing import services as billing
from apps.billing.errors import CannotCorrect, NoSuchRow
from apps.billing.models import UsageRow
from kernel.actors import Actor
from kernel.tenancy import tenant_scope
from tests.billing.ledger import NOON, STEP_LIMIT, charge, count_rows, last_row, read_counter, sum_rows
from tests.support.race import race

pytestmark = pytest.mark.service


def correct(actor: Actor, row_id: UUID) -> UsageRow:
    with tenant_scope(actor.tenant_id):
        return billing.correct(actor, row_id, reason="the answer was lost", at=NOON + timedelta(days=40))


def test_a_correction_cancels_the_row_at_its_own_price(starter_ada: Actor) -> None:
    charge(starter_ada, quantity=5)
    first = last_row(starter_ada)

    row = correct(starter_ada, first.id)

    assert (row.quantity, row.unit_price, row.corrects_id) == (Decimal(-5), first.unit_price, first.id)
    assert row.reason == "the answer was lost"
    assert sum_rows(starter_ada) == 0


def test_a_correction_gives_the_quota_back_in_the_month_it_came_from(ada: Actor) -> None:
    charge(ada, quantity=STEP_LIMIT)

    correct(ada, last_row(ada).id)

    assert read_counter(ada) == 0
    assert charge(ada, quantity=STEP_LIMIT).remaining == 0


def test_a_second_correction_changes_nothing(ada: Actor) -> None:
    charge(ada, quantity=5)
    first = last_row(ada)
    row = correct(ada, first.id)

    assert correct(ada, first.id).id == row.id
    assert count_rows(ada) == 2
    assert read_counter(ada) == 0


def test_corrections_at_the_same_moment_give_the_quota_back_once(ada: Actor) -> None:
    charge(ada, quantity=5)
    charge(ada, quantity=7)

    results = race([partial(correct, ada, last_row(ada).id)] * 8)

    assert len({result.id for result in results if isinstance(result, UsageRow)}) == 1
    assert sum_rows(ada) == read_counter(ada) == 5


def test_a_correction_cannot_be_corrected(ada: Actor) -> None:
    charge(ada)
    row = correct(ada, last_row(ada).id)

    with pytest.raises(CannotCorrect):
        correct(ada, row.id)

    assert count_rows(ada) == 2


def test_a_stranger_cannot_correct_nor_tell_whether_the_row_exists(ada: Actor, mallory: Actor) -> None:
    charge(ada)

    with pytest.raises(NoSuchRow):
        correct(mallory, last_row(ada).id)
    with pytest.raises(NoSuchRow):
        correct(mallory, uuid4())

    assert count_rows(ada) == 1
