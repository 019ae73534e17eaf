"""The dense leg's writing side, with the real model."""

from __future__ import annotations

from functools import partial

import pytest

from apps.memories.models import Chunk
from apps.memories.services import embedding
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
