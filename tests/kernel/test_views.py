"""One request is one transaction in one tenant's name, and every failure has one shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from django.db import connection

from apps.tenants.models import AuditEntry
from kernel.actors import Actor
from kernel.tenancy import TenantMissing, current_tenant
from tests.support import cast
from tests.support.client import Client
from tests.support.race import race

pytestmark = [pytest.mark.service, pytest.mark.urls("tests.kernel.probe")]

Acting = Callable[[Actor], AbstractContextManager[None]]
Api = Callable[[Actor], Client]


@pytest.fixture(autouse=True)
def nothing_left_open() -> Iterator[None]:
    """However a request ended, neither its transaction nor its tenant stays behind."""
    yield
    left_open = connection.in_atomic_block
    if left_open:  # the next test starts clean
        connection.in_atomic_block = False
        connection.close()
    assert not left_open, "the request left its transaction open"
    with pytest.raises(TenantMissing):
        current_tenant()


def count_notes(acting: Acting, actor: Actor) -> int:
    """How many notes were committed."""
    with acting(actor):
        return AuditEntry.objects.filter(action="probe.note").count()


def test_a_successful_request_commits(ada: Actor, api: Api, acting: Acting) -> None:
    assert api(ada).post("/notes", b"").status == 201
    assert count_notes(acting, ada) == 1


@pytest.mark.parametrize(
    ("body", "status", "code", "details"),
    [
        (b"conflict", 409, "conflict", {"colour": "red"}),
        (b"slow down", 429, "too_many_requests", {"retry_after": 7}),
        (b"crash", 500, "internal", {}),
    ],
)
def test_a_failed_request_rolls_back_and_says_so_in_the_error_shape(
    ada: Actor, api: Api, acting: Acting, body: bytes, status: int, code: str, details: dict[str, object]
) -> None:
    answer = api(ada).post("/notes", body)

    error = answer.body["error"]
    assert (answer.status, error["code"], error["details"]) == (status, code, details)
    assert error["request_id"] == answer.headers["X-Request-Id"]
    assert count_notes(acting, ada) == 0


def test_too_many_requests_says_when_to_come_back(ada: Actor, api: Api) -> None:
    assert api(ada).post("/notes", b"slow down").headers["Retry-After"] == "7"


def test_a_commit_that_fails_is_an_error_and_stores_nothing(ada: Actor, api: Api, acting: Acting) -> None:
    answer = api(ada).post("/late")

    assert (answer.status, answer.body["error"]["code"]) == (500, "internal")
    assert count_notes(acting, ada) == 0


def test_a_crash_does_not_show_its_inside(ada: Actor, api: Api) -> None:
    assert "ZeroDivision" not in str(api(ada).post("/notes", b"crash"))


def test_a_method_that_is_not_there_is_405_in_the_error_shape(ada: Actor, api: Api) -> None:
    answer = api(ada).send("PUT", "/notes")

    assert (answer.status, answer.body["error"]["code"]) == (405, "method_not_allowed")


def test_an_address_that_is_not_there_is_404_in_the_error_shape(ada: Actor, api: Api) -> None:
    answer = api(ada).get("/nowhere")

    assert (answer.status, answer.body["error"]["code"]) == (404, "not_found")
    assert answer.body["error"]["request_id"] == answer.headers["X-Request-Id"]


def test_a_public_view_asks_nobody_who_they_are(ada: Actor) -> None:
    assert Client(headers={"Authorization": "Bearer nonsense"}).get("/open").body == {"authenticated": False}


def test_a_callers_request_id_is_echoed_if_it_is_harmless(ada: Actor) -> None:
    assert Client().get("/open", x_request_id="trace-1.a:b").headers["X-Request-Id"] == "trace-1.a:b"


@pytest.mark.parametrize("asked", ["", "x" * 65, "a b", "<script>", "é"])
def test_a_request_id_that_could_do_harm_is_replaced(ada: Actor, asked: str) -> None:
    given = Client().get("/open", x_request_id=asked).headers["X-Request-Id"]

    assert given.startswith("req_")


def test_a_retried_write_gets_the_first_answer_and_does_nothing(ada: Actor, api: Api, acting: Acting) -> None:
    client = api(ada)

    first = client.post("/notes", b"one", idempotency_key="k")
    again = client.post("/notes", b"one", idempotency_key="k")

    assert (again.status, again.body) == (first.status, first.body)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert count_notes(acting, ada) == 1


def test_without_a_key_each_write_counts(ada: Actor, api: Api, acting: Acting) -> None:
    client = api(ada)

    assert client.post("/notes", b"one").body != client.post("/notes", b"one").body
    assert count_notes(acting, ada) == 2


def test_a_key_used_for_another_body_is_a_conflict(ada: Actor, api: Api, acting: Acting) -> None:
    client = api(ada)
    client.post("/notes", b"one", idempotency_key="k")

    answer = client.post("/notes", b"two", idempotency_key="k")

    assert (answer.status, answer.body["error"]["code"]) == (409, "idempotency_key_reused")
    assert count_notes(acting, ada) == 1


def test_a_failed_write_leaves_its_key_free(ada: Actor, api: Api, acting: Acting) -> None:
    client = api(ada)
    client.post("/notes", b"conflict", idempotency_key="k")

    assert client.post("/notes", b"other", idempotency_key="k").status == 201
    assert count_notes(acting, ada) == 1


def test_keys_of_different_holders_do_not_meet(ada: Actor, mallory: Actor, api: Api) -> None:
    answers = [api(actor).post("/notes", b"one", idempotency_key="k") for actor in (ada, ada, mallory)]

    assert len({answer.body["note"] for answer in answers}) == 3


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_a_key_that_cannot_be_is_refused(ada: Actor, api: Api, acting: Acting, key: str) -> None:
    assert api(ada).post("/notes", b"one", idempotency_key=key).status == 400
    assert count_notes(acting, ada) == 0


def test_retries_at_the_same_moment_write_once(ada: Actor, acting: Acting) -> None:
    headers = {"X-API-Key": cast.key_for(ada)}

    answers = race([lambda: Client(headers=headers).post("/notes", b"one", idempotency_key="k").body] * 4)

    assert answers == [answers[0]] * 4
    assert count_notes(acting, ada) == 1


def test_an_answer_that_cannot_be_kept_rolls_back(ada: Actor, api: Api, acting: Acting) -> None:
    answer = api(ada).post("/notes", b"cannot be kept", idempotency_key="k")

    assert answer.status == 500
    assert not connection.in_atomic_block
    assert count_notes(acting, ada) == 0


def test_an_answer_with_a_nul_character_is_kept_too(ada: Actor, api: Api, acting: Acting) -> None:
    client = api(ada)

    first, again = (client.post("/notes", b"nul", idempotency_key="k") for _ in range(2))

    assert (first.status, first.body) == (again.status, again.body) == (201, {"note": "\x00"})
    assert count_notes(acting, ada) == 1


def test_two_requests_that_wait_for_each_other_both_succeed(ada: Actor, api: Api, acting: Acting) -> None:
    one, two = api(ada), api(ada)

    answers = race(
        [
            lambda: one.post("/knotted", [71, 72], idempotency_key="k").status,
            lambda: two.post("/knotted", [72, 71], idempotency_key="k").status,
        ]
    )

    assert answers == [201, 201]
    assert count_notes(acting, ada) == 2


def test_a_stream_with_a_key_leaves_nothing_open(ada: Actor, api: Api) -> None:
    answer = api(ada).post("/notes", b"stream", idempotency_key="k")

    assert answer.status in (200, 400)
