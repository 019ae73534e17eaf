"""GET /v1/usage and GET /v1/usage/rows, tried by the whole cast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from uuid import uuid4

import pytest

from apps.billing import services as billing
from apps.billing.types import Meter
from kernel.actors import Actor, ActorKind, Permission
from kernel.tenancy import tenant_scope
from tests.billing.ledger import NOON, STEP_LIMIT, charge, last_row, put_on
from tests.support.client import Client

pytestmark = pytest.mark.service

DECEMBER = "/v1/usage?from=2026-12-01&to=2027-01-01"
Api = Callable[[Actor], Client]


def meter_in(body: dict[str, list[dict[str, object]]], meter: Meter) -> dict[str, object]:
    return next(found for found in body["meters"] if found["meter"] == meter)


def test_the_owner_and_a_teammate_read_the_same_report(ada: Actor, ben: Actor, api: Api) -> None:
    charge(ada, quantity=3)

    answer = api(ada).get(DECEMBER)

    assert answer.status == 200
    assert meter_in(answer.body, Meter.AGENT_STEP) == {
        "meter": "agent.step",
        "unit": "step",
        "quantity": 3.0,
        "included": STEP_LIMIT,
        "limit": STEP_LIMIT,
        "remaining": STEP_LIMIT - 3,
        "unit_price_usd": "0",
        "list_price_usd": "0.0002",
        "cost_usd": "0",
        "list_cost_usd": "0.0006",
    }
    assert api(ben).get(DECEMBER).body == answer.body


def test_a_stranger_reads_a_report_of_nothing(ada: Actor, mallory: Actor, api: Api) -> None:
    charge(ada, quantity=3)

    body = api(mallory).get(DECEMBER).body

    assert meter_in(body, Meter.AGENT_STEP)["quantity"] == 0
    assert (body["days"], body["seats"], body["total_usd"]) == ([], [], "0")
    assert api(mallory).get("/v1/usage/rows").body == {"items": [], "next_cursor": None, "total": 0}


def test_a_paying_tenant_sees_cost_by_day_and_in_all(starter_ada: Actor, api: Api) -> None:
    charge(starter_ada, quantity=3)
    charge(starter_ada, Meter.SANDBOX_SECOND, Decimal("0.0016"))
    with tenant_scope(starter_ada.tenant_id):
        billing.note_seat(starter_ada, uuid4(), at=NOON, name="scout")

    body = api(starter_ada).get(DECEMBER).body

    assert body["days"] == [
        {"day": "2026-12-09", "meter": "agent.step", "quantity": 3.0, "cost_usd": "0.0006"},
        {"day": "2026-12-09", "meter": "sandbox.second", "quantity": 0.0016, "cost_usd": "0.000000032"},
    ]
    assert [seat["name"] for seat in body["seats"]] == ["scout"]
    assert (body["seats_usd"], body["total_usd"]) == ("0.10", "0.100600032")


def test_the_report_says_when_a_limit_is_reached_and_until_when(ada: Actor, api: Api) -> None:
    charge(ada, quantity=STEP_LIMIT)

    cap = api(ada).get(DECEMBER).body["cap"]

    assert cap == {"limit_usd": None, "reached": True, "resets_at": "2027-01-01T00:00:00Z"}


def test_without_a_period_the_report_is_of_this_month(ada: Actor, api: Api) -> None:
    body = api(ada).get("/v1/usage").body

    assert body["period"]["start"][8:] == "01T00:00:00Z"
    assert body["period"]["end"] == body["cap"]["resets_at"]


@pytest.mark.parametrize(
    "query",
    ["from=yesterday", "from=2026-12-01T00:00:00", "from=0001-01-01", "from=2026-12-02&to=2026-12-01", "to=2090-01-01"],
)
def test_a_period_that_makes_no_sense_is_refused(ada: Actor, api: Api, query: str) -> None:
    answer = api(ada).get(f"/v1/usage?{query}")

    assert (answer.status, answer.body["error"]["code"]) == (400, "invalid_period")


def test_rows_come_newest_first_in_pages(starter_ada: Actor, api: Api) -> None:
    for quantity in (1, 2, 3):
        charge(starter_ada, quantity=quantity)

    first = api(starter_ada).get("/v1/usage/rows?limit=2").body
    second = api(starter_ada).get(f"/v1/usage/rows?limit=2&cursor={first['next_cursor']}").body

    assert [row["quantity"] for row in first["items"] + second["items"]] == [3.0, 2.0, 1.0]
    assert first["items"][0]["cost_usd"] == "0.0006"
    assert (first["total"], second["next_cursor"]) == (3, None)


def test_a_row_names_the_agent_that_ran(ada: Actor, api: Api) -> None:
    agent = uuid4()
    run = replace(ada, kind=ActorKind.AGENT_RUN, id=uuid4(), agent_id=agent, request_id="req_1")
    with tenant_scope(ada.tenant_id):
        billing.note_seat(ada, agent, at=NOON, name="scout")
    charge(run)

    row = api(ada).get("/v1/usage/rows").body["items"][0]

    assert row["actor"] == {"kind": "agent_run", "id": str(run.id), "name": "scout"}
    assert (row["agent_id"], row["request_id"]) == (str(agent), "req_1")


def test_a_correction_shows_what_it_takes_back_and_why(starter_ada: Actor, api: Api) -> None:
    charge(starter_ada, quantity=5)
    first = last_row(starter_ada)
    with tenant_scope(starter_ada.tenant_id):
        billing.correct(starter_ada, first.id, reason="lost", at=NOON)

    row = api(starter_ada).get("/v1/usage/rows").body["items"][0]

    assert (row["quantity"], row["cost_usd"], row["reason"]) == (-5.0, "-0.001", "lost")
    assert row["corrects_id"] == str(first.id)


@pytest.mark.parametrize("path", ["/v1/usage", "/v1/usage/rows"])
def test_a_key_without_the_right_is_refused(ada: Actor, api: Api, path: str) -> None:
    weak = replace(ada, permissions=frozenset({Permission.MEMORY_READ}))

    assert api(weak).get(path).status == 403
    assert Client().get(path).status == 401


def test_anyone_reads_the_prices() -> None:
    answer = Client().get("/v1/pricing")

    assert (answer.status, answer.body["currency"]) == (200, "USD")
    assert {meter["meter"]: meter["price_usd"] for meter in answer.body["meters"]}["memory.recall"] == "0.000004"
    assert [plan["name"] for plan in answer.body["plans"]] == ["free", "self-host", "starter"]


def test_the_plan_in_the_report_is_the_tenants(ada: Actor, api: Api) -> None:
    assert api(put_on(ada, "self-host")).get("/v1/usage").body["plan"] == "self-host"
