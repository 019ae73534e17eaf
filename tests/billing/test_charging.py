"""A charge counts, prices and records in the caller's transaction, or does nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.billing import services as billing
from apps.billing.errors import QuotaReached, UnknownPlan
from apps.billing.models import UsageRow
from apps.billing.types import Meter
from kernel.actors import Actor, ActorKind
from kernel.tenancy import tenant_scope
from tests.billing.ledger import NOON, STEP_LIMIT, charge, count_rows, last_row, put_on, read_counter, sum_rows
from tests.support import cast

pytestmark = pytest.mark.service


def test_a_charge_says_what_was_used_and_what_is_left(ada: Actor) -> None:
    usage = charge(ada, quantity=3)

    assert (usage.meter, usage.quantity, usage.cost_usd) == (Meter.AGENT_STEP, Decimal(3), Decimal(0))
    assert usage.remaining == STEP_LIMIT - 3


def test_a_row_names_who_used_it_and_at_what_price(starter_ada: Actor) -> None:
    key, agent, run = uuid4(), uuid4(), uuid4()
    actor = replace(starter_ada, kind=ActorKind.AGENT_RUN, api_key_id=key, agent_id=agent, run_id=run, request_id="r1")

    charge(actor, Meter.SANDBOX_SECOND, Decimal("0.25"))

    row = last_row(ada := starter_ada)
    assert (row.actor_kind, row.actor_id, row.tenant_id) == ("agent_run", actor.id, ada.tenant_id)
    assert (row.api_key_id, row.agent_id, row.run_id, row.request_id) == (key, agent, run, "r1")
    assert (row.unit_price, row.list_price, row.plan) == (Decimal("0.00002"), Decimal("0.00002"), "starter")
    assert (row.price_version, row.occurred_at) == ("2026-12", NOON)


def test_a_paying_plan_is_charged_the_list_price(starter_ada: Actor) -> None:
    assert charge(starter_ada, Meter.SANDBOX_SECOND, Decimal("0.0016")).cost_usd == Decimal("0.000000032")


def test_self_host_is_counted_without_limit_or_cost(hosting_ada: Actor) -> None:
    usage = charge(hosting_ada, quantity=10**9)

    assert (usage.cost_usd, usage.remaining) == (Decimal(0), None)
    assert last_row(hosting_ada).list_price > 0
    assert read_counter(hosting_ada) == 10**9


def test_the_last_unit_is_given_and_the_next_refused(ada: Actor) -> None:
    assert charge(ada, quantity=STEP_LIMIT).remaining == 0

    with pytest.raises(QuotaReached) as refusal:
        charge(ada)

    assert (refusal.value.status, refusal.value.code) == (402, "quota_reached")
    assert refusal.value.details == {
        "meter": "agent.step",
        "plan": "free",
        "limit": STEP_LIMIT,
        "used": "1000",
        "asked": "1",
        "resets_at": "2027-01-01T00:00:00+00:00",
    }
    assert count_rows(ada) == 1
    assert read_counter(ada) == STEP_LIMIT


def test_a_batch_beyond_the_limit_is_refused_whole(ada: Actor) -> None:
    charge(ada, quantity=STEP_LIMIT - 5)

    with pytest.raises(QuotaReached):
        charge(ada, quantity=6)

    assert sum_rows(ada) == read_counter(ada) == STEP_LIMIT - 5


def test_a_first_charge_beyond_the_limit_leaves_no_counter(ada: Actor) -> None:
    with pytest.raises(QuotaReached) as refusal:
        charge(ada, quantity=STEP_LIMIT + 1)

    assert refusal.value.details["used"] == "0"
    assert read_counter(ada) == 0


def test_a_refusal_leaves_the_transaction_usable(ada: Actor) -> None:
    with tenant_scope(ada.tenant_id):
        with pytest.raises(QuotaReached):
            billing.charge(ada, Meter.AGENT_STEP, quantity=STEP_LIMIT + 1, at=NOON)
        billing.charge(ada, Meter.AGENT_STEP, at=NOON)

    assert sum_rows(ada) == read_counter(ada) == 1


def test_work_that_fails_is_not_charged(ada: Actor) -> None:
    with pytest.raises(RuntimeError, match="the work"), tenant_scope(ada.tenant_id):
        billing.charge(ada, Meter.AGENT_STEP, at=NOON)
        raise RuntimeError("the work failed")

    assert count_rows(ada) == 0
    assert read_counter(ada) == 0


def test_a_new_month_begins_with_the_whole_allowance(ada: Actor) -> None:
    charge(ada, quantity=STEP_LIMIT)

    with tenant_scope(ada.tenant_id):
        usage = billing.charge(ada, Meter.AGENT_STEP, at=datetime(2027, 1, 1, tzinfo=UTC))

    assert usage.remaining == STEP_LIMIT - 1


def test_meters_do_not_use_up_one_another(ada: Actor) -> None:
    charge(ada, quantity=STEP_LIMIT)

    assert charge(ada, Meter.MEMORY_WRITE).remaining == 9_999


def test_a_retry_gives_the_first_usage_and_charges_nothing(starter_ada: Actor) -> None:
    first = charge(starter_ada, quantity=2, key="k")

    again = charge(starter_ada, quantity=7, key="k")

    assert again == first
    assert count_rows(starter_ada) == 1
    assert read_counter(starter_ada) == 2


def test_a_retry_within_one_transaction_charges_nothing(ada: Actor) -> None:
    with tenant_scope(ada.tenant_id):
        billing.charge(ada, Meter.AGENT_STEP, at=NOON, idempotency_key="k")
        billing.charge(ada, Meter.AGENT_STEP, at=NOON, idempotency_key="k")

    assert sum_rows(ada) == read_counter(ada) == 1


def test_a_retry_at_the_limit_is_not_refused(ada: Actor) -> None:
    first = charge(ada, quantity=STEP_LIMIT, key="k")

    assert charge(ada, quantity=STEP_LIMIT, key="k") == first


def test_a_retry_in_the_next_month_charges_nothing(ada: Actor) -> None:
    charge(ada, key="k")

    with tenant_scope(ada.tenant_id):
        billing.charge(ada, Meter.AGENT_STEP, at=NOON + timedelta(days=30), idempotency_key="k")

    assert sum_rows(ada) == read_counter(ada) == 1


def test_the_same_key_is_another_charge_on_another_meter_or_tenant(ada: Actor, mallory: Actor) -> None:
    charge(ada, key="k")
    charge(ada, Meter.MEMORY_WRITE, key="k")
    charge(mallory, key="k")

    assert count_rows(ada) == 2
    assert count_rows(mallory) == 1


def test_a_plan_outside_the_catalogue_is_a_fault_and_charges_nothing(ada: Actor) -> None:
    put_on(ada, "platinum")

    with pytest.raises(UnknownPlan, match="platinum"):
        charge(ada)

    assert count_rows(ada) == 0


def test_a_change_of_plan_counts_at_once_and_reprices_nothing(ada: Actor) -> None:
    charge(ada, quantity=STEP_LIMIT)
    put_on(ada, "starter")

    usage = charge(ada)

    assert (usage.remaining, usage.cost_usd) == (100_000 - STEP_LIMIT - 1, Decimal("0.0002"))
    with tenant_scope(ada.tenant_id):
        assert [row.unit_price for row in UsageRow.objects.order_by("id")] == [0, Decimal("0.0002")]


CHARGES = st.tuples(
    st.decimals(min_value=Decimal("0.000001"), max_value=400, places=6), st.sampled_from([None, "a", "b", "c"])
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(charges=st.lists(CHARGES, max_size=12), take_back=st.sets(st.integers(0, 11)))
def test_the_rows_always_add_up_to_the_counter(
    marked_service: None, charges: list[tuple[Decimal, str | None]], take_back: set[int]
) -> None:
    actor = cast.found_tenant("Ada", tenant_name="Acorn")

    with tenant_scope(actor.tenant_id):
        for turn, (quantity, key) in enumerate(charges):
            _charge_or_be_refused(actor, quantity, key)
            if turn in take_back and (row := UsageRow.objects.filter(corrects_id=None).order_by("-id").first()):
                billing.correct(actor, row.id, reason="test", at=NOON)

    assert sum_rows(actor) == read_counter(actor) <= STEP_LIMIT


def _charge_or_be_refused(actor: Actor, quantity: Decimal, key: str | None) -> None:
    try:
        billing.charge(actor, Meter.AGENT_STEP, quantity=quantity, at=NOON, idempotency_key=key)
    except QuotaReached:
        return
