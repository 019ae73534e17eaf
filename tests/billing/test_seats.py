"""An agent that ran in a calendar month is a seat, once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from uuid import UUID, uuid4

import pytest

from apps.billing import selectors
from apps.billing import services as billing
from kernel.actors import Actor
from kernel.tenancy import tenant_scope
from tests.billing.ledger import NOON
from tests.support.race import race

pytestmark = pytest.mark.service

DECEMBER = datetime(2026, 12, 1, tzinfo=UTC)
JANUARY = datetime(2027, 1, 1, tzinfo=UTC)
FEBRUARY = datetime(2027, 2, 1, tzinfo=UTC)


def note(actor: Actor, agent_id: UUID, at: datetime = NOON, name: str = "scout") -> None:
    with tenant_scope(actor.tenant_id):
        billing.note_seat(actor, agent_id, at=at, name=name)


def list_seats(actor: Actor, start: datetime = DECEMBER, end: datetime = JANUARY) -> list[tuple[UUID, str, datetime]]:
    with tenant_scope(actor.tenant_id):
        seats = selectors.list_seats(actor, start, end)
        return [(seat.agent_id, seat.name, seat.first_run_at) for seat in seats]


def test_a_second_run_in_the_month_adds_no_seat_and_keeps_the_first_time(ada: Actor) -> None:
    agent = uuid4()
    note(ada, agent)

    note(ada, agent, NOON + timedelta(days=1))

    assert list_seats(ada) == [(agent, "scout", NOON)]


def test_the_next_month_counts_anew(ada: Actor) -> None:
    agent = uuid4()
    note(ada, agent)
    note(ada, agent, JANUARY)

    assert len(list_seats(ada)) == 1
    assert len(list_seats(ada, JANUARY, FEBRUARY)) == 1
    assert len(list_seats(ada, DECEMBER, FEBRUARY)) == 2


def test_runs_that_start_together_count_once(ada: Actor) -> None:
    agent = uuid4()

    race([partial(note, ada, agent)] * 10)

    assert len(list_seats(ada)) == 1


def test_another_tenant_sees_no_seat(ada: Actor, mallory: Actor) -> None:
    note(ada, uuid4())

    assert list_seats(mallory) == []
