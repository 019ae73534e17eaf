"""Importing conversation files: by parts, from where it stands, with faults by line."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.test import override_settings

from apps.memories.models import Import
from apps.memories.services import importing
from apps.memories.services.importing import TURNS_A_PART
from kernel.actors import Actor
from kernel.clock import FakeClock
from kernel.tenancy import tenant_scope
from tests.memories.palace import EXAMPLES, count_places, limited, listed, make_palace, now, recalled
from tests.support.client import Client, MemberClient
from tests.support.queue import RunQueue
from tests.support.race import race

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]
Browser = Callable[[Actor], MemberClient]


def start(actor: Actor, text: str) -> UUID:
    with tenant_scope(actor.tenant_id):
        return importing.start(actor, text, name="talk.jsonl", form=None, palace=None, wing=None).id


def row_of(actor: Actor, import_id: UUID) -> Import:
    with tenant_scope(actor.tenant_id):
        return Import.objects.get(id=import_id)


def run_one_part(actor: Actor, import_id: UUID) -> None:
    """As a worker that is killed after its first part."""
    importing._run_part(actor.tenant_id, import_id, clock=FakeClock(now()))


def lines(number: int) -> str:
    return "\n".join(json.dumps({"content": f"turn {n}", "conversation_id": "c"}) for n in range(number))


def test_the_example_is_imported_whole(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    client, text = api(ada), (EXAMPLES / "maya-and-tom.jsonl").read_text(encoding="utf-8")
    count = len(text.splitlines())

    started = client.post("/v1/imports", {"text": text, "palace": "friends", "wing": "chat"})
    run_queue()

    done = client.get(f"/v1/imports/{started.body['id']}").body
    assert (started.status, started.body["state"], started.body["total"]) == (202, "queued", count)
    assert (done["state"], done["done"], done["errors"]) == ("done", count, [])
    memories = listed(ada)
    assert len(memories) == count_places(ada) == count
    assert {(one.palace, one.wing, one.channel, one.status) for one in memories} == {
        ("friends", "chat", "import", "indexed")
    }
    told = {(one.conversation_id, one.position): one.content for one in memories}
    for line in map(json.loads, text.splitlines()):
        assert told[line["conversation_id"], line["position"]] == line["content"]


def test_importing_the_same_file_again_adds_nothing(ada: Actor, run_queue: RunQueue) -> None:
    for _ in range(2):
        start(ada, lines(5))
        run_queue()

    assert [memory.seen_count for memory in listed(ada)] == [2] * 5


def test_the_text_is_not_kept_once_it_is_done(ada: Actor, run_queue: RunQueue) -> None:
    import_id = start(ada, lines(5))
    run_queue()

    row = row_of(ada, import_id)
    assert (row.text, row.ended_at is not None) == ("", True)


def test_faulty_lines_are_reported_and_the_others_imported(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    text = '{"content": "one"}\n{oops\n\n{"author": "Maya"}\n{"content": "a\\u0000"}\n{"content": "two"}\n'
    import_id = start(ada, text)
    run_queue()

    body = api(ada).get(f"/v1/imports/{import_id}").body
    assert (body["state"], body["done"], body["total"]) == ("done", 5, 5)
    assert [(one["code"], one.get("line"), one.get("turn")) for one in body["errors"]] == [
        ("unreadable", 2, None),
        ("unreadable", 4, None),
        ("unstorable_text", None, 3),
    ]
    assert {memory.content for memory in listed(ada)} == {"one", "two"}


@pytest.mark.parametrize(
    "field",
    [
        {"author": "x" * 201},
        {"kind": "x" * 101},
        {"wing": "x" * 201},
        {"conversation_id": "x" * 513},
        {"author": "\ud800"},
        {"metadata": {"a": "\x00"}},
        {"position": 10**12},
        {"position": True},
        {"occurred_at": "0001-01-01T00:00:00+05:00"},
        {"occurred_at": 1e20},
    ],
)
def test_one_bad_turn_stops_no_import(ada: Actor, run_queue: RunQueue, field: dict[str, object]) -> None:
    bad = {"content": "bad", "conversation_id": "c", **field}
    import_id = start(ada, "\n".join(json.dumps(line) for line in ({"content": "before"}, bad, {"content": "after"})))
    run_queue()

    row = row_of(ada, import_id)
    assert (row.state, row.done, len(row.errors)) == ("done", 3, 1)
    assert {memory.content for memory in listed(ada)} == {"before", "after"}


def test_an_interrupted_import_goes_on_where_it_stands(ada: Actor, run_queue: RunQueue) -> None:
    count = 2 * TURNS_A_PART + 7
    import_id = start(ada, lines(count))
    run_one_part(ada, import_id)
    half_way = row_of(ada, import_id)

    run_queue()

    assert (half_way.state, half_way.done) == ("running", TURNS_A_PART)
    assert (row_of(ada, import_id).state, row_of(ada, import_id).done) == ("done", count)
    assert [memory.seen_count for memory in listed(ada)] == [1] * count


def test_two_workers_on_one_import_write_each_turn_once(ada: Actor) -> None:
    import_id = start(ada, lines(TURNS_A_PART * 3))

    results = race([lambda: importing.run(ada.tenant_id, import_id, clock=FakeClock(now()))] * 3)

    assert results == [None] * 3
    assert {memory.seen_count for memory in listed(ada)} == {1}
    assert row_of(ada, import_id).state == "done"


def test_running_a_finished_import_again_changes_nothing(ada: Actor, run_queue: RunQueue) -> None:
    import_id = start(ada, lines(3))
    run_queue()

    importing.run(ada.tenant_id, import_id, clock=FakeClock(now() + timedelta(days=1)))

    assert [memory.seen_count for memory in listed(ada)] == [1] * 3


def test_turns_of_a_plain_text_are_one_conversation(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    text = "[2026-01-31 18:02] Maya: Where did you bury the treasure?\r\nTom: Behind the oak.\r\n"
    api(ada).post("/v1/imports", {"text": text})
    run_queue()

    said, asked = listed(ada)
    assert [(one.author, one.position, one.content) for one in (asked, said)] == [
        ("Maya", 0, "Where did you bury the treasure?"),
        ("Tom", 1, "Behind the oak."),
    ]
    assert asked.conversation_id == said.conversation_id is not None
    assert "Behind the oak." in recalled(ada, "treasure")


def test_a_file_can_be_uploaded(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    file = io.BytesIO("\ufeff".encode() + lines(3).encode())
    file.name = "talk.jsonl"

    answer = api(ada).upload("/v1/imports", {"file": file, "wing": "w"})
    run_queue()

    assert (answer.status, answer.body["format"], answer.body["total"]) == (202, "jsonl", 3)
    assert {memory.wing for memory in listed(ada)} == {"w"}


@pytest.mark.parametrize(
    ("content", "fields"),
    [
        (b"\xff\xfeMaya: hi", {}),
        (b"Maya: hi\x00", {}),
        (b"", {}),
        (b"Maya: hi", {"wing": "x" * 201}),
        (b"Maya: hi", {"format": "xml"}),
        (b"Maya: hi", {"palace": " "}),
    ],
)
def test_an_upload_that_cannot_be_read_is_refused(ada: Actor, api: Api, content: bytes, fields: dict[str, str]) -> None:
    file = io.BytesIO(content)
    file.name = "talk.txt"

    assert api(ada).upload("/v1/imports", {"file": file, **fields}).status == 400
    assert api(ada).get("/v1/imports").body["total"] == 0


@pytest.mark.parametrize("headers", [{}, {"Idempotency_Key": "k"}])
def test_an_upload_without_a_file_is_refused(ada: Actor, api: Api, headers: dict[str, str]) -> None:
    assert api(ada).upload("/v1/imports", {"wing": "w"}, **headers).status == 400


def test_a_member_can_upload_with_an_idempotency_key(ada: Actor, member_client: Browser) -> None:
    file = io.BytesIO(lines(3).encode())
    file.name = "talk.jsonl"

    answer = member_client(ada).upload("/v1/imports", {"file": file}, idempotency_key="k")

    assert (answer.status, answer.body["total"]) == (202, 3)


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
def test_an_upload_is_limited_like_any_other_body(ada: Actor, api: Api) -> None:
    file = io.BytesIO(b"Maya: hi\n" * 200)
    file.name = "talk.txt"

    assert api(ada).upload("/v1/imports", {"file": file}).status == 413


def test_a_form_of_too_many_fields_is_refused(ada: Actor, api: Api) -> None:
    answer = api(ada).upload("/v1/imports", {f"field {number}": "x" for number in range(1100)})

    assert (answer.status, answer.body["error"]["code"]) == (400, "invalid_request")


@pytest.mark.parametrize(
    "body", [{}, {"text": ""}, {"text": " \n"}, {"text": "a\x00"}, {"text": "Maya: hi", "format": "xml"}, {"text": 3}]
)
def test_a_body_that_cannot_be_imported_is_refused(ada: Actor, api: Api, body: object) -> None:
    assert api(ada).post("/v1/imports", body).status == 400
    assert api(ada).get("/v1/imports").body["total"] == 0


def test_an_import_started_twice_with_one_key_runs_once(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    client = api(ada)
    for _ in range(2):
        client.post("/v1/imports", {"text": "Maya: hi"}, Idempotency_Key="k")
    run_queue()

    assert client.get("/v1/imports").body["total"] == 1
    assert [memory.seen_count for memory in listed(ada)] == [1]


def test_an_import_writes_with_the_reach_of_the_one_who_started_it(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    make_palace(ada, "work")
    client = api(limited(ada, make_palace(ada, "home")))
    client.post("/v1/imports", {"text": "Maya: hi"})
    run_queue()

    assert [memory.palace for memory in listed(ada)] == ["home"]


def test_a_strangers_import_looks_like_one_that_never_was(ada: Actor, mallory: Actor, api: Api) -> None:
    import_id = start(ada, lines(1))

    assert {api(mallory).get(f"/v1/imports/{one}").status for one in (import_id, uuid4())} == {404}
    assert api(mallory).get("/v1/imports").body["total"] == 0
