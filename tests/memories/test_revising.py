"""Changing a memory: each change is a version, none is lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError

from apps.memories.models import MemoryVersion
from kernel.actors import Actor
from kernel.db.sql import execute
from kernel.tenancy import tenant_scope
from tests.memories.palace import borrowed, count_made_from, count_places, listed, now, recalled, remember
from tests.support.client import Answer, Client
from tests.support.queue import RunQueue
from tests.support.race import race

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]


def status_of(actor: Actor, memory_id: UUID) -> str:
    return next(memory.status.value for memory in listed(actor) if memory.id == memory_id)


def test_a_change_makes_the_next_version_and_keeps_the_last(ada: Actor, api: Api) -> None:
    client, memory_id = api(ada), remember(ada, "I live in Lisbon.", kind="fact").id

    answer = client.patch(f"/v1/memories/{memory_id}", {"content": "I live in Berlin.", "metadata": {"sure": True}})

    assert (answer.status, answer.body["version"], answer.headers["ETag"]) == (200, 2, '"2"')
    versions = client.get(f"/v1/memories/{memory_id}/versions").body["items"]
    assert [(one["version"], one["content"], one["metadata"]) for one in versions] == [
        (2, "I live in Berlin.", {"sure": True}),
        (1, "I live in Lisbon.", {}),
    ]


def test_what_a_change_does_not_name_stays(ada: Actor, api: Api) -> None:
    when = now() - timedelta(days=3)
    memory_id = remember(ada, "x", kind="fact", metadata={"a": 1}, occurred_at=when, wing="w").id

    body = api(ada).patch(f"/v1/memories/{memory_id}", {"content": "y", "kind": None}).body

    assert (body["kind"], body["metadata"], body["wing"]) == ("fact", {"a": 1}, "w")


def test_a_stale_version_is_refused_with_the_present_one(ada: Actor, api: Api) -> None:
    client, memory_id = api(ada), remember(ada, "one").id
    client.patch(f"/v1/memories/{memory_id}", {"content": "two"}, if_match='"1"')

    answer = client.patch(f"/v1/memories/{memory_id}", {"content": "three"}, if_match='"1"')

    assert answer.status == 412
    assert answer.body["error"]["details"] == {"version": 2}
    assert client.get(f"/v1/memories/{memory_id}").body["content"] == "two"


@pytest.mark.parametrize("header", ["*", '"1"', "1", 'W/"1"'])
def test_the_present_version_may_be_named_in_each_usual_way(ada: Actor, api: Api, header: str) -> None:
    memory_id = remember(ada, "one").id

    assert api(ada).patch(f"/v1/memories/{memory_id}", {"content": "two"}, if_match=header).status == 200


@pytest.mark.parametrize("header", ['"one"', '"1", "2"', "-1", "", "²", "9" * 5000, "1.0"])
def test_an_if_match_that_is_no_version_is_refused(ada: Actor, api: Api, header: str) -> None:
    memory_id = remember(ada, "one").id

    assert api(ada).patch(f"/v1/memories/{memory_id}", {"content": "two"}, if_match=header).status == 400
    assert [memory.content for memory in listed(ada)] == ["one"]


def test_of_five_changes_to_one_version_at_once_one_wins(ada: Actor, api: Api) -> None:
    headers, memory_id = api(ada).headers, remember(ada, "one").id

    def change(number: int) -> Answer:
        return Client(headers=headers).patch(f"/v1/memories/{memory_id}", {"content": f"n {number}"}, if_match='"1"')

    answers = race([partial(change, number) for number in range(5)])

    assert sorted(one.status for one in answers if isinstance(one, Answer)) == [200, 412, 412, 412, 412], answers
    assert listed(ada)[0].version == 2


def test_versions_can_be_neither_changed_nor_deleted(ada: Actor) -> None:
    memory_id = remember(ada, "one").id

    for sql in ("UPDATE memories_version SET content = 'x'", "DELETE FROM memories_version"):
        with pytest.raises(DatabaseError), tenant_scope(ada.tenant_id):
            execute(f"{sql} WHERE memory_id = %s", [memory_id])
    with tenant_scope(ada.tenant_id):
        assert MemoryVersion.objects.get(memory_id=memory_id).content == "one"


@pytest.mark.parametrize("body", [{"content": ""}, {"content": "a\x00"}, {"metadata": {"a": "\x00"}}, {"author": "x"}])
def test_a_change_that_cannot_be_kept_is_refused(ada: Actor, api: Api, body: object) -> None:
    memory_id = remember(ada, "one").id

    assert api(ada).patch(f"/v1/memories/{memory_id}", body).status == 400
    assert [(memory.content, memory.version) for memory in listed(ada)] == [("one", 1)]


def test_a_changed_text_is_found_by_its_new_words_only(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    memory_id = remember(ada, "I live in Lisbon.").id
    run_queue()

    api(ada).patch(f"/v1/memories/{memory_id}", {"content": "I live in Berlin."})

    made = count_made_from(ada, memory_id)
    assert (made["document"], made["embedding"]) == (1, 0)
    assert recalled(ada, "Berlin") == ["I live in Berlin."]
    assert recalled(ada, "Lisbon") == []
    run_queue()
    assert count_made_from(ada, memory_id)["embedding"] == 1
    assert count_places(ada) == 1


def test_a_change_of_metadata_leaves_the_meaning_indexed(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    memory_id = remember(ada, "I live in Lisbon.").id
    run_queue()

    for body in ({"metadata": {"a": 1}}, {"content": "I live in Lisbon."}):
        api(ada).patch(f"/v1/memories/{memory_id}", body)

    assert status_of(ada, memory_id) == "indexed"
    assert count_made_from(ada, memory_id)["embedding"] == 1


def test_a_change_of_metadata_before_indexing_is_indexed_without_the_sweeper(
    ada: Actor, api: Api, run_queue: RunQueue
) -> None:
    memory_id = remember(ada, "I live in Lisbon.").id
    run_queue.waiting.clear()  # as if a worker had read the first version and not yet stored its vector

    api(ada).patch(f"/v1/memories/{memory_id}", {"metadata": {"a": 1}})
    run_queue()

    assert status_of(ada, memory_id) == "indexed"


def test_a_change_into_another_live_memory_is_refused_and_names_it(ada: Actor, api: Api) -> None:
    other, memory_id = remember(ada, "Berlin").id, remember(ada, "Lisbon").id

    answer = api(ada).patch(f"/v1/memories/{memory_id}", {"content": "BERLIN"})

    assert (answer.status, answer.body["error"]["code"]) == (409, "duplicate_memory")
    assert answer.body["error"]["details"] == {"id": str(other)}
    assert {(memory.content, memory.version) for memory in listed(ada)} == {("Berlin", 1), ("Lisbon", 1)}


def test_an_earlier_version_comes_back_as_a_new_one(ada: Actor, api: Api) -> None:
    client, memory_id = api(ada), remember(ada, "one", metadata={"n": 1}).id
    client.patch(f"/v1/memories/{memory_id}", {"content": "two", "metadata": {"n": 2}, "kind": "later"})

    body = client.post(f"/v1/memories/{memory_id}/restore", {"version": 1}).body

    assert (body["version"], body["content"], body["metadata"], body["kind"]) == (3, "one", {"n": 1}, None)
    assert len(client.get(f"/v1/memories/{memory_id}/versions").body["items"]) == 3
    assert recalled(ada, "one") == ["one"]


def test_a_deleted_memory_comes_back_with_all_that_is_made_from_it(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    client, memory_id = api(ada), remember(ada, "Yes, in Berlin!", conversation_id="c", position=1).id
    remember(ada, "Did you move far away?", conversation_id="c", position=0)
    client.delete(f"/v1/memories/{memory_id}")

    answer = client.post(f"/v1/memories/{memory_id}/restore", {})
    run_queue()

    assert (answer.status, answer.body["status"]) == (200, "stored")
    assert status_of(ada, memory_id) == "indexed"
    assert count_made_from(ada, memory_id)["embedding"] == 1
    assert borrowed(ada, memory_id) > 0
    assert count_places(ada) == 2


def test_a_deleted_memory_that_was_written_again_does_not_come_back_twice(ada: Actor, api: Api) -> None:
    client, memory_id = api(ada), remember(ada, "x").id
    client.delete(f"/v1/memories/{memory_id}")
    again = remember(ada, "X").id

    answer = client.post(f"/v1/memories/{memory_id}/restore", {})

    assert (answer.status, answer.body["error"]["details"]) == (409, {"id": str(again)})
    assert [memory.id for memory in listed(ada)] == [again]


def test_what_has_expired_does_not_come_back(ada: Actor, api: Api) -> None:
    memory_id = remember(ada, "x", expires_at=now() - timedelta(seconds=1)).id

    assert api(ada).post(f"/v1/memories/{memory_id}/restore", {}).status == 404
    assert listed(ada) == []


def test_a_version_that_never_was_cannot_come_back(ada: Actor, api: Api) -> None:
    client, memory_id = api(ada), remember(ada, "x").id

    assert client.post(f"/v1/memories/{memory_id}/restore", {"version": 2}).status == 404
    assert client.post(f"/v1/memories/{memory_id}/restore", {"version": 0}).status == 400
    assert listed(ada)[0].version == 1


@pytest.mark.parametrize("path", ["", "/versions"])
def test_a_stranger_cannot_tell_whether_the_memory_exists(ada: Actor, mallory: Actor, api: Api, path: str) -> None:
    client, memory_id = api(mallory), remember(ada, "x").id

    theirs, unknown = (client.get(f"/v1/memories/{one}{path}") for one in (memory_id, uuid4()))

    assert theirs.status == unknown.status == 404
    assert theirs.body["error"]["message"] == unknown.body["error"]["message"]


def test_a_stranger_changes_and_restores_nothing(ada: Actor, mallory: Actor, api: Api) -> None:
    client, memory_id = api(mallory), remember(ada, "x").id

    assert client.patch(f"/v1/memories/{memory_id}", {"content": "y"}).status == 404
    assert client.post(f"/v1/memories/{memory_id}/restore", {}).status == 404
    assert client.delete(f"/v1/memories/{memory_id}").status == 404
    assert [(memory.content, memory.version) for memory in listed(ada)] == [("x", 1)]
