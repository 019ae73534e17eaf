"""Who a request comes from: a key in one of three headers, or a logged-in member."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.tenants import services
from apps.tenants.domain.api_keys import make_key
from apps.tenants.models import User
from kernel.actors import Actor
from tests.support import cast
from tests.support.client import Answer, Client, MemberClient

pytestmark = pytest.mark.service

Browser = Callable[[Actor], MemberClient]
READER = {"name": "reader", "permissions": ["memory.read"]}


def with_headers(**headers: str) -> Answer:
    """The answer to a request with these headers."""
    return Client().get("/v1/tenants/current", **headers)


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "Token", "TOKEN"])
def test_a_key_may_come_as_bearer_or_token(ada: Actor, scheme: str) -> None:
    assert with_headers(authorization=f"{scheme} {cast.key_for(ada)}").status == 200


def test_a_key_may_come_as_x_api_key(ada: Actor) -> None:
    assert with_headers(x_api_key=cast.key_for(ada)).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer"},
        {"authorization": "Bearer "},
        {"authorization": "Bearer enf_live_x"},
        {"authorization": f"Bearer {make_key().text}"},
        {"authorization": f"Basic {make_key().text}"},
        {"authorization": "Token \x00"},
        {"x_api_key": ""},
        {"x_api_key": make_key().text},
    ],
    ids=str,
)
def test_a_refusal_has_the_error_shape_and_asks_for_a_key(ada: Actor, headers: dict[str, str]) -> None:
    answer = with_headers(**headers)

    error = answer.body["error"]
    assert answer.status == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert set(error) == {"code", "message", "details", "request_id"}
    assert error["code"] in ("unauthenticated", "bad_api_key")
    assert error["request_id"] == answer.headers["X-Request-Id"]


def test_unknown_revoked_and_mistyped_keys_are_refused_in_the_same_words(ada: Actor) -> None:
    live = cast.key_for(ada)
    mistyped = live[:-1] + ("0" if live[-1] != "0" else "1")

    messages = {with_headers(x_api_key=text).body["error"]["message"] for text in (make_key().text, mistyped)}

    assert len(messages) == 1


def test_a_mistyped_key_costs_no_query(ada: Actor) -> None:
    live = cast.key_for(ada)

    with CaptureQueriesContext(connection) as queries:
        with_headers(x_api_key=live[:20] + ("0" if live[20] != "0" else "1") + live[21:])

    assert list(queries) == []


def test_a_member_may_use_their_session(ada: Actor, member_client: Browser) -> None:
    body = member_client(ada).get("/v1/tenants/current").body

    assert body["name"] == "Acorn"
    assert body["role"] == "owner"
    assert body["member"] == {"email": cast.user_of(ada).email}


def test_a_write_by_session_needs_the_csrf_token(ada: Actor, member_client: Browser) -> None:
    browser = member_client(ada)

    refused = browser.post("/v1/api-keys", READER, x_csrftoken="")
    wrong = browser.post("/v1/api-keys", READER, x_csrftoken="x" * 32)
    made = browser.post("/v1/api-keys", READER)

    assert (refused.status, wrong.status, made.status) == (403, 403, 201)
    assert refused.body["error"]["code"] == "forbidden"
    assert browser.get("/v1/api-keys").body["total"] == 1


def test_a_key_counts_before_the_session_and_needs_no_csrf_token(
    ada: Actor, mallory: Actor, member_client: Browser
) -> None:
    browser = member_client(ada)

    answer = browser.post("/v1/api-keys", READER, x_csrftoken="", x_api_key=cast.key_for(mallory))

    assert answer.status == 201
    assert browser.get("/v1/api-keys").body["total"] == 0


def test_a_bad_key_is_refused_even_beside_a_good_session(ada: Actor, member_client: Browser) -> None:
    assert member_client(ada).get("/v1/tenants/current", x_api_key="enf_live_x").status == 401


def test_a_person_without_a_tenant_is_refused() -> None:
    browser = MemberClient()
    browser.django.force_login(cast.make_user("Nobody"))

    answer = browser.get("/v1/tenants/current")

    assert (answer.status, answer.body["error"]["code"]) == (401, "not_a_member")


def test_a_deactivated_person_is_refused(ada: Actor, member_client: Browser) -> None:
    browser = member_client(ada)
    User.objects.filter(pk=cast.user_of(ada).pk).update(is_active=False)

    assert browser.get("/v1/tenants/current").status == 401


def test_a_person_in_two_tenants_acts_in_their_first_unless_the_session_says_another(
    ada: Actor, member_client: Browser
) -> None:
    second = services.found_tenant(cast.user_of(ada), name="Alder")
    browser = member_client(ada)
    first_name = browser.get("/v1/tenants/current").body["name"]

    session = browser.django.session
    session["tenant_id"] = str(second.tenant_id)
    session.save()

    assert (first_name, browser.get("/v1/tenants/current").body["name"]) == ("Acorn", "Alder")


@pytest.mark.parametrize("chosen", [str(uuid4()), 7, None])
def test_a_session_cannot_choose_a_tenant_that_its_member_is_not_in(
    ada: Actor, member_client: Browser, chosen: object
) -> None:
    browser = member_client(ada)
    session = browser.django.session
    session["tenant_id"] = chosen
    session.save()

    assert browser.get("/v1/tenants/current").body["name"] == "Acorn"
