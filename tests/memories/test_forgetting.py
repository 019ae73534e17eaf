"""Deleting memories with everything that was made from them."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from urllib.parse import quote
from uuid import UUID

import pytest
from django.db.models import F
from django.db.models.functions import Now

from apps.memories.models import Memory
from apps.memories.selectors import browsing
from apps.memories.services import forgetting
from apps.memories.types import NewMemory
from kernel.actors import Actor
from kernel.tenancy import tenant_scope
from kernel.types import JsonValue
from tests.memories.palace import (
    borrowed,
    count_made_from,
    count_places,
    ids_of,
    listed,
    now,
    recalled,
    remember,
    remember_many,
)
from tests.support.client import Answer, Client
from tests.support.queue import RunQueue
from tests.support.race import race

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]
NOTHING = {"posting": 0, "document": 0, "chunk": 0, "embedding": 0}


def delete_where(client: Client, filters: JsonValue, more: str = "") -> Answer:
    return client.delete(f"/v1/memories?filter={quote(json.dumps(filters))}{more}")


def has_expired(actor: Actor, memory_id: UUID) -> bool:
    """Whether the database's own clock has passed the expiry."""
    with tenant_scope(actor.tenant_id):
        return Memory.objects.filter(id=memory_id, expires_at__lte=Now()).exists()


def test_a_deleted_memory_is_gone_from_everywhere(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    client, memory_id = api(ada), remember(ada, "The key is under the blue pot.", wing="w", room="r").id
    run_queue()
    assert all(count_made_from(ada, memory_id).values())

    answer = client.delete(f"/v1/memories/{memory_id}")

    assert (answer.status, answer.body) == (200, {"memories": 1, "vectors": 1, "dry_run": False})
    assert count_made_from(ada, memory_id) == NOTHING
    assert count_places(ada) == 0
    assert listed(ada) == []
    assert recalled(ada, "blue pot") == []
    assert client.get(f"/v1/memories/{memory_id}").status == 404


def test_deleting_again_finds_nothing(ada: Actor, api: Api) -> None:
    client, memory_id = api(ada), remember(ada, "x").id
    client.delete(f"/v1/memories/{memory_id}")

    assert client.delete(f"/v1/memories/{memory_id}").status == 404
    assert count_places(ada) == 0


def test_its_versions_stay_for_the_one_who_asks_by_id(ada: Actor, api: Api) -> None:
    client, memory_id = api(ada), remember(ada, "x").id
    client.delete(f"/v1/memories/{memory_id}")

    assert [one["content"] for one in client.get(f"/v1/memories/{memory_id}/versions").body["items"]] == ["x"]


def test_neighbours_give_back_the_words_they_borrowed(ada: Actor, api: Api) -> None:
    asked, said = ids_of(
        remember_many(
            ada,
            [
                NewMemory(content="Where did you bury the treasure chest?", conversation_id="c", position=0),
                NewMemory(content="Behind the oak.", conversation_id="c", position=1),
            ],
        )
    )
    assert borrowed(ada, said) > 0
    assert "Behind the oak." in recalled(ada, "treasure chest")

    api(ada).delete(f"/v1/memories/{asked}")

    assert borrowed(ada, said) == 0
    assert recalled(ada, "treasure chest") == []


def test_a_worker_that_comes_too_late_embeds_nothing(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    memory_id = remember(ada, "x y z").id
    api(ada).delete(f"/v1/memories/{memory_id}")

    run_queue()

    assert count_made_from(ada, memory_id) == NOTHING


def test_a_dry_run_only_counts(ada: Actor, api: Api) -> None:
    remember_many(ada, [NewMemory(content=text, kind=text[0]) for text in ("a1", "a2", "b1")])

    answer = delete_where(api(ada), {"kind": {"eq": "a"}}, "&dry_run=true")

    assert answer.body == {"memories": 2, "vectors": 0, "dry_run": True}
    assert len(listed(ada)) == 3


def test_a_filter_deletes_what_it_finds_and_nothing_else(ada: Actor, mallory: Actor, api: Api) -> None:
    remember_many(ada, [NewMemory(content=text, kind=text[0]) for text in ("a1", "a2", "b1")])
    remember(mallory, "a1", kind="a")

    answer = delete_where(api(ada), {"kind": {"eq": "a"}})

    assert answer.body["memories"] == 2
    assert [memory.content for memory in listed(ada)] == ["b1"]
    assert len(listed(mallory)) == 1
    assert count_places(ada) == 1


@pytest.mark.parametrize("query", ["", "?filter=", "?filter=null", "?filter={}", '?filter={"AND":[{}]}', "?filter=[]"])
def test_deleting_many_needs_a_filter_that_tests_something(ada: Actor, api: Api, query: str) -> None:
    remember(ada, "x")

    assert api(ada).delete(f"/v1/memories{query}").status == 400
    assert len(listed(ada)) == 1


@pytest.mark.parametrize("flag", ["True", "1", "yes", "", "TRUE"])
def test_a_dry_run_that_is_neither_true_nor_false_deletes_nothing(ada: Actor, api: Api, flag: str) -> None:
    remember(ada, "x", kind="a")

    assert delete_where(api(ada), {"kind": {"eq": "a"}}, f"&dry_run={flag}").status == 400
    assert len(listed(ada)) == 1


@pytest.mark.parametrize("place", ["palace", "wing", "room"])
def test_a_place_beside_the_filter_is_refused_and_not_passed_over(ada: Actor, api: Api, place: str) -> None:
    remember(ada, "x", kind="a")

    assert delete_where(api(ada), {"kind": {"eq": "a"}}, f"&{place}=elsewhere").status == 400
    assert len(listed(ada)) == 1


def test_a_memory_is_there_until_its_expiry_and_not_a_moment_longer(ada: Actor) -> None:
    memory_id = remember(ada, "blue pot", expires_at=now() + timedelta(seconds=0.4)).id

    while not has_expired(ada, memory_id):
        found = (recalled(ada, "pot"), len(listed(ada)))
        # what was looked up before the instant was there
        assert found == (["blue pot"], 1) or has_expired(ada, memory_id)

    assert (recalled(ada, "pot"), listed(ada)) == ([], [])


def test_what_has_expired_is_deleted_by_the_sweeper_and_nothing_else(ada: Actor) -> None:
    at = now() + timedelta(hours=1)
    gone = remember(ada, "x", expires_at=at).id
    remember(ada, "y", expires_at=at + timedelta(microseconds=1))
    remember(ada, "z")

    assert forgetting.forget_expired(ada.tenant_id, at=at).memories == 1

    assert count_made_from(ada, gone) == NOTHING
    assert {memory.content for memory in listed(ada)} == {"y", "z"}
    assert count_places(ada) == 2


def test_an_expiry_in_another_zone_is_the_same_instant(ada: Actor, api: Api) -> None:
    at = (now() + timedelta(hours=1)).replace(microsecond=0)
    written = (at + timedelta(hours=9)).strftime("%Y-%m-%dT%H:%M:%S+09:00")

    memory_id = api(ada).post("/v1/memories", {"content": "x", "expires_at": written}).body["id"]

    with tenant_scope(ada.tenant_id):
        assert Memory.objects.filter(id=memory_id).annotate(at=F("expires_at")).get().at == at


@pytest.mark.parametrize("when", ["soon", "2026-02-30", "2026-01-01T25:00:00Z", 3, True, []])
def test_a_time_that_cannot_be_read_is_refused(ada: Actor, api: Api, when: object) -> None:
    assert api(ada).post("/v1/memories", {"content": "x", "occurred_at": when}).status == 400
    assert listed(ada) == []


@pytest.mark.parametrize("when", ["9999-12-31T23:59:59-05:00", "0001-01-01T00:00:00+05:00"])
def test_a_time_that_utc_has_no_date_for_is_refused(ada: Actor, api: Api, when: str) -> None:
    assert api(ada).post("/v1/memories", {"content": "x", "occurred_at": when}).status == 400


def test_writers_and_deleters_of_one_conversation_do_not_stop_each_other(ada: Actor) -> None:
    def write(first: int) -> int:
        turns = [
            NewMemory(content=f"turn {first} {n}", conversation_id="talk", position=(first * 7 + n * 13) % 40)
            for n in range(10)
        ]
        return len(remember_many(ada, turns))

    def delete() -> int:
        with tenant_scope(ada.tenant_id):
            return forgetting.forget_where(ada, condition, dry_run=False, at=now()).memories

    condition = browsing.read_filter({"conversation_id": {"eq": "talk"}})
    write(0)

    calls: list[Callable[[], int]] = [partial(write, first) for first in range(1, 5)]
    outcomes = race([*calls, delete, delete, delete, delete])

    assert [outcome for outcome in outcomes if isinstance(outcome, Exception)] == []
