"""No route tells a stranger anything. Walks every address under /v1, those to come as well."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from uuid import uuid4

import pytest

from kernel.actors import Actor
from kernel.http.views import PublicView
from tests.architecture.source import report
from tests.support.client import Answer, Client
from tests.support.wall_down import without_policies
from tests.walls.objects import BODIES, ENDLESS, FACTORIES, SEARCHES, SECRET
from tests.walls.routes import Route, calls, list_routes, walled_routes

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]
WITH_IDS = [route for route in walled_routes() if route.parameters]
LISTS = [route for route in walled_routes() if not route.parameters and "GET" in route.methods]


@pytest.fixture(params=["with policies", "predicates alone"])
def wall(request: pytest.FixtureRequest) -> Iterator[None]:
    """The whole wall, then only the half that the queries build."""
    with without_policies() if request.param == "predicates alone" else nullcontext():
        yield


def own(route: Route, client: Client) -> dict[str, str]:
    """An object of the client's own for each parameter."""
    missing = [name for name in route.parameters if name not in FACTORIES]
    assert not missing, f"{route}: add {missing} to FACTORIES in tests/walls/objects.py"
    return {name: FACTORIES[name](client) for name in route.parameters}


def without_traces(answer: Answer, *values: str) -> tuple[int, str]:
    """Status and body but for the request's id and the ids that were asked for."""
    text = json.dumps(answer.body)
    for value in (answer.headers["X-Request-Id"], *values):
        text = text.replace(value, "…")
    return answer.status, text


@pytest.mark.parametrize(("method", "route"), calls(WITH_IDS), ids=str)
def test_a_strangers_id_is_answered_exactly_like_an_unknown_one(
    method: str, route: Route, ada: Actor, mallory: Actor, api: Api, wall: None
) -> None:
    hers, strangers = own(route, api(ada)), api(mallory)
    theirs = own(route, strangers) if len(route.parameters) > 1 else {}
    body = BODIES.get((method, route.pattern), None if method in ("GET", "DELETE") else {})

    for name in route.parameters:
        unknown = str(uuid4())
        stolen = strangers.send(method, route.path({**theirs, name: hers[name]}), body)
        nothing = strangers.send(method, route.path({**theirs, name: unknown}), body)

        assert without_traces(stolen, hers[name]) == without_traces(nothing, unknown)
        assert stolen.status == 404, f"{stolen}: give a body that passes in tests/walls/objects.py"


@pytest.mark.parametrize(("method", "route"), calls(WITH_IDS), ids=str)
def test_what_a_stranger_tries_changes_nothing(method: str, route: Route, ada: Actor, mallory: Actor, api: Api) -> None:
    if "GET" not in route.methods or route.pattern in ENDLESS:
        pytest.skip("nothing to read at this address: its parent's test looks")
    owner = api(ada)
    path = route.path(own(route, owner))
    before = owner.get(path)

    api(mallory).send(method, path, BODIES.get((method, route.pattern)))

    assert owner.get(path).body == before.body


@pytest.mark.parametrize("route", LISTS, ids=str)
def test_a_list_shows_nothing_of_a_stranger(route: Route, ada: Actor, mallory: Actor, api: Api, wall: None) -> None:
    secrets = list(everything_of(ada, api(ada)))

    answer = api(mallory).get(route.path({}))

    assert answer.status == 200, answer
    assert_tells_nothing(answer, secrets)


@pytest.mark.parametrize("route", LISTS, ids=str)
def test_a_strangers_cursor_leads_to_nothing_of_hers(
    route: Route, ada: Actor, mallory: Actor, api: Api, wall: None
) -> None:
    owner = api(ada)
    secrets = [*everything_of(ada, owner), *everything_of(ada, owner)]
    first = owner.get(f"{route.path({})}?limit=1")
    cursor = first.body.get("next_cursor") if isinstance(first.body, dict) else None
    if cursor is None:
        pytest.skip("this list has no second page")

    answer = api(mallory).get(f"{route.path({})}?limit=1&cursor={cursor}")

    assert answer.status in (200, 400), answer
    assert_tells_nothing(answer, secrets)


@pytest.mark.parametrize("route", [route for route in walled_routes() if route.pattern in SEARCHES], ids=str)
def test_a_search_finds_nothing_of_a_stranger(route: Route, ada: Actor, mallory: Actor, api: Api, wall: None) -> None:
    secrets = list(everything_of(ada, api(ada)))

    answer = api(mallory).post(route.path({}), SEARCHES[route.pattern])

    assert answer.status == 200, answer
    assert answer.body["items"] == []
    assert_tells_nothing(answer, secrets)


def everything_of(actor: Actor, client: Client) -> Iterator[str]:
    """Make one object of each kind that a route takes; yields what only its owner may see."""
    parameters = {name for route in walled_routes() for name in route.parameters}
    yield str(actor.tenant_id)
    yield SECRET
    for name in sorted(parameters & FACTORIES.keys()):
        yield FACTORIES[name](client)


def assert_tells_nothing(answer: Answer, secrets: list[str]) -> None:
    """None of the secrets is anywhere in the answer."""
    said = json.dumps(answer.body) + json.dumps(dict(answer.headers))
    assert [secret for secret in secrets if secret in said] == []


def test_every_route_is_public_on_purpose_or_answers_in_a_tenants_name() -> None:
    findings = (
        f"{route}: {route.view.__name__} derives from neither TenantView nor PublicView"
        for route in list_routes()
        if not (route.is_walled or issubclass(route.view, PublicView) or route.pattern == "v1/openapi.json")
    )

    report(findings, remedy="derive the view from kernel.http.views.TenantView")


@pytest.mark.parametrize("route", walled_routes(), ids=str)
def test_every_method_declares_the_right_that_it_needs(route: Route) -> None:
    declared = getattr(route.view, "permissions", {})

    assert set(route.methods) == set(declared), (
        f"{route.view.__module__}.{route.view.__name__}: permissions must name exactly {', '.join(route.methods)}"
    )


@pytest.mark.parametrize(("method", "route"), calls(walled_routes()), ids=str)
def test_nobody_in_particular_is_refused(method: str, route: Route, ada: Actor) -> None:
    path = route.path({name: str(uuid4()) for name in route.parameters})

    answer = Client().send(method, path)

    assert answer.status == 401
    assert answer.body["error"]["code"] == "unauthenticated"
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(("method", "route"), calls(walled_routes()), ids=str)
def test_a_key_without_the_right_is_refused(method: str, route: Route, ada: Actor, api: Api) -> None:
    needed = route.view.permissions[method]  # type: ignore[attr-defined]  # walled routes are TenantViews
    if needed is None:
        pytest.skip("any actor of the tenant may")
    powerless = api(replace(ada, permissions=frozenset()))
    path = route.path({name: str(uuid4()) for name in route.parameters})

    answer = powerless.send(method, path)

    assert answer.status == 403
    assert answer.body["error"]["code"] == "missing_permission"
    assert answer.body["error"]["details"] == {"permission": needed.value}
