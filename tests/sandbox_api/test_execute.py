"""One-off code over HTTP: its outcome, its limits, its price."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest
from django.conf import settings

from apps.billing import selectors
from apps.billing import services as billing
from apps.billing.models import Counter, UsageRow
from apps.billing.types import Meter
from kernel.actors import Actor, Permission
from kernel.clock import SystemClock
from kernel.http.slow import SlowPlace
from kernel.tenancy import tenant_scope
from tests.support.client import Client

pytestmark = [pytest.mark.service, pytest.mark.sandbox, pytest.mark.usefixtures("sandbox")]

Api = Callable[[Actor], Client]


def test_code_runs_and_tells_its_value_output_and_price(ada: Actor, api: Api) -> None:
    answer = api(ada).post("/v1/sandbox/execute", {"code": "print('hello')\n6 * 7"})

    assert answer.status == 200, answer
    body = answer.body
    assert (body["outcome"], body["value"], body["stdout"], body["error"]) == ("ok", 42, "hello\n", None)
    assert body["usage"]["meter"] == "sandbox.second"
    assert body["usage"]["quantity"] == pytest.approx(body["seconds"], abs=1e-5)
    assert charges(ada) == 1


def test_an_error_is_an_outcome_with_the_callers_own_lines(ada: Actor, api: Api) -> None:
    body = api(ada).post("/v1/sandbox/execute", {"code": "x = 1\nx.y"}).body

    assert body["outcome"] == "error"
    assert body["error"]["type"] == "AttributeError"
    assert "line 2" in body["error"]["traceback"]


def test_code_that_does_not_end_is_stopped_and_charged(ada: Actor, api: Api) -> None:
    body = api(ada).post("/v1/sandbox/execute", {"code": "while True:\n    pass"}).body

    assert body["outcome"] == "cpu_limit"
    assert 4.5 < body["seconds"] < 10
    assert charges(ada) == 1


def test_one_call_leaves_nothing_for_the_next(ada: Actor, api: Api) -> None:
    client = api(ada)
    client.post("/v1/sandbox/execute", {"code": "x = 1\nopen('/tmp/x', 'w').write('x')"})

    body = client.post("/v1/sandbox/execute", {"code": "import os\n['x' in globals(), os.path.exists('/tmp/x')]"}).body

    assert body["value"] == [False, False]


def test_a_seed_makes_randomness_repeatable(ada: Actor, api: Api) -> None:
    client = api(ada)

    values = [client.post("/v1/sandbox/execute", {"code": "import random\nrandom.random()", "seed": 5}) for _ in "ab"]

    assert values[0].body["value"] == values[1].body["value"]


def test_a_repeated_request_with_an_idempotency_key_runs_and_costs_once(ada: Actor, api: Api) -> None:
    client, code = api(ada), {"code": "import random\nrandom.random()"}

    answers = [client.post("/v1/sandbox/execute", code, idempotency_key="again") for _ in range(2)]

    assert answers[0].body == answers[1].body
    assert charges(ada) == 1


def test_a_used_up_plan_runs_nothing(ada: Actor, api: Api) -> None:
    limit = use_all_but(ada, Decimal(0))

    answer = api(ada).post("/v1/sandbox/execute", {"code": "while True:\n    pass"})

    assert (answer.status, answer.body["error"]["code"]) == (402, "quota_reached")
    assert used(ada) == limit


def test_code_that_outlasts_the_plan_uses_it_up(ada: Actor, api: Api) -> None:
    limit = use_all_but(ada, Decimal("0.01"))

    answer = api(ada).post("/v1/sandbox/execute", {"code": "import time\ntime.sleep(0.1)"})

    assert (answer.status, answer.body["outcome"]) == (200, "ok")
    assert used(ada) == limit


def test_no_more_code_runs_at_once_than_leaves_threads_for_others(ada: Actor, api: Api) -> None:
    places = [SlowPlace() for _ in range(settings.SLOW_REQUESTS)]

    refused = api(ada).post("/v1/sandbox/execute", {"code": "1"})
    for place in places:
        place.release()

    assert (refused.status, refused.body["error"]["code"]) == (503, "too_busy")
    assert refused.headers["Retry-After"] == "5"
    assert api(ada).post("/v1/sandbox/execute", {"code": "1"}).status == 200


def test_without_the_right_nothing_runs(ada: Actor, api: Api) -> None:
    weak = api(replace(ada, permissions=ada.permissions - {Permission.SANDBOX_EXECUTE}))

    assert weak.post("/v1/sandbox/execute", {"code": "1"}).status == 403
    assert charges(ada) == 0


@pytest.mark.parametrize("body", [{}, {"code": ""}, {"code": "1", "seed": -1}, {"code": "1", "files": {}}], ids=str)
def test_a_body_that_makes_no_sense_is_refused(body: dict[str, object], ada: Actor, api: Api) -> None:
    assert api(ada).post("/v1/sandbox/execute", body).status == 400


def use_all_but(actor: Actor, left: Decimal) -> int:
    """Leave the tenant's plan so many sandbox seconds; returns the plan's limit."""
    with tenant_scope(actor.tenant_id):
        limit = selectors.get_plan(actor).limit(Meter.SANDBOX_SECOND)
        assert limit is not None
        billing.charge(actor, Meter.SANDBOX_SECOND, quantity=limit - left, at=SystemClock().now())
    return limit


def used(actor: Actor) -> Decimal:
    """Sandbox seconds counted so far."""
    with tenant_scope(actor.tenant_id):
        return Counter.objects.get(meter="sandbox.second").used


def charges(actor: Actor) -> int:
    """Ledger rows for sandbox seconds."""
    with tenant_scope(actor.tenant_id):
        return UsageRow.objects.filter(meter="sandbox.second").count()
