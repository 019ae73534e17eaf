"""The dense leg's writing side, with the real model."""

from __future__ import annotations

from functools import partial
from uuid import UUID

import pytest

from apps.memories.models import Chunk
from apps.memories.services import embedding, leases
from kernel import queue
from kernel.actors import Actor
from kernel.db.sql import fetch
from kernel.tenancy import tenant_scope
from tests.memories.palace import count_made_from, listed, now, recalled, remember
from tests.support.queue import RunQueue
from tests.support.race import race

pytestmark = pytest.mark.service


def spans_of(actor: Actor) -> list[tuple[int, int]]:
    with tenant_scope(actor.tenant_id):
        return list(Chunk.objects.order_by("start").values_list("start", "end"))


def test_a_worker_indexes_what_was_written(ada: Actor, run_queue: RunQueue) -> None:
    memory_id = remember(ada, "My cat is ill.").id
    assert [memory.status for memory in listed(ada)] == ["stored"]

    run_queue()

    assert [memory.status for memory in listed(ada)] == ["indexed"]
    assert count_made_from(ada, memory_id)["embedding"] == 1
    assert recalled(ada, "The kitten went to the vet") == ["My cat is ill."]


def test_a_long_text_is_cut_and_its_end_is_found_by_meaning(ada: Actor, run_queue: RunQueue) -> None:
    filler = "The committee met again and talked about the budget of the next year at great length. "
    text = (filler * 700)[:60_000] + " My kitten was taken to the animal doctor."
    memory_id = remember(ada, text).id
    remember(ada, "Bonds closed higher on Friday.")
    run_queue()

    spans = spans_of(ada)
    assert spans[-1][1] >= len(text) - 30
    assert count_made_from(ada, memory_id)["embedding"] == count_made_from(ada, memory_id)["chunk"] > 10
    assert recalled(ada, "ill cats", k=1) == [text]


def test_a_needle_at_the_end_of_two_hundred_thousand_characters_is_found_by_words(ada: Actor) -> None:
    text = "word " * 40_000 + "needle-77"
    remember(ada, text)

    assert recalled(ada, "NEEDLE-77") == [text]


def test_embedding_twice_leaves_one_vector_for_each_chunk(ada: Actor, run_queue: RunQueue) -> None:
    memory_id = remember(ada, "My cat is ill.").id
    run_queue()

    assert embedding.embed(ada.tenant_id, [memory_id], at=now()) == 0
    assert count_made_from(ada, memory_id)["embedding"] == 1


def test_workers_beside_each_other_leave_one_vector_for_each_chunk(ada: Actor) -> None:
    memory_id = remember(ada, "My cat is ill.").id

    results = race([partial(embedding.embed, ada.tenant_id, [memory_id], at=now())] * 4)

    assert sorted(results, key=str) == [0, 0, 0, 1]
    assert count_made_from(ada, memory_id)["embedding"] == count_made_from(ada, memory_id)["chunk"] == 1


def test_what_one_worker_embeds_no_other_begins(ada: Actor) -> None:
    memory_id = remember(ada, "My cat is ill.").id
    assert leases.take(memory_id, 1)

    beside = embedding.embed(ada.tenant_id, [memory_id], at=now())
    leases.give_back([(memory_id, 1)])

    assert beside == 0
    assert embedding.embed(ada.tenant_id, [memory_id], at=now()) == 1


def test_a_worker_that_fails_leaves_its_memories_to_the_next(ada: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    memory_id = remember(ada, "My cat is ill.").id
    with monkeypatch.context() as broken, pytest.raises(ZeroDivisionError):
        broken.setattr(embedding, "_embed_all", lambda *_: 1 / 0)
        embedding.embed(ada.tenant_id, [memory_id], at=now())

    assert embedding.embed(ada.tenant_id, [memory_id], at=now()) == 1


def test_a_short_text_does_not_wait_for_a_long_one(ada: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [remember(ada, text).id for text in ("word " * embedding.LONG, "My cat is ill.")]
    parts: list[list[str]] = []

    def note(_embedder: object, _tenant: UUID, part: list[embedding._Waiting], _held: object) -> list[object]:
        parts.append([memory.content[:6] for memory in part])
        return []

    monkeypatch.setattr(embedding, "_embed_all", note)

    embedding.embed(ada.tenant_id, ids, at=now())

    assert parts == [["My cat"], ["word w"]]


def test_long_work_shows_its_progress(ada: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    signs: list[None] = []
    monkeypatch.setattr(queue, "note_progress", lambda: signs.append(None))
    monkeypatch.setattr(embedding, "CHUNKS_AT_ONCE", 2)
    memory_id = remember(ada, "word " * 2000).id

    embedding.embed(ada.tenant_id, [memory_id], at=now())

    assert len(signs) > 2


def test_every_vector_names_its_model_and_place(ada: Actor, run_queue: RunQueue) -> None:
    remember(ada, "x", wing="w", room="r")
    run_queue()

    with tenant_scope(ada.tenant_id):
        rows = fetch(
            "SELECT e.model, m.wing_id = e.wing_id, m.room_id = e.room_id, m.palace_id = e.palace_id "
            "FROM memories_embedding e JOIN memories_memory m ON m.id = e.memory_id WHERE e.tenant_id = %s",
            [ada.tenant_id],
        )
    assert rows == [("all-MiniLM-L6-v2/int8", True, True, True)]


def test_another_tenants_memory_cannot_be_embedded(ada: Actor, mallory: Actor) -> None:
    memory_id = remember(ada, "x").id

    assert embedding.embed(mallory.tenant_id, [memory_id], at=now()) == 0
    assert count_made_from(ada, memory_id)["embedding"] == 0
