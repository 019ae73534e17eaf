"""The same text in the same place is one live memory with a count."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from apps.memories.types import NewMemory, Remembered
from kernel.actors import Actor
from kernel.errors import DomainError
from tests.memories.palace import count_made_from, count_places, listed, make_palace, now, remember, remember_many
from tests.support.client import Answer, Client
from tests.support.race import race

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]


def test_the_same_text_three_times_is_one_memory_seen_three_times(ada: Actor) -> None:
    first, second, third = (remember(ada, "I moved to Berlin.") for _ in range(3))

    assert first.id == second.id == third.id
    assert [first.is_duplicate, second.is_duplicate, third.is_duplicate] == [False, True, True]
    assert [first.seen_count, second.seen_count, third.seen_count] == [1, 2, 3]
    assert [memory.seen_count for memory in listed(ada)] == [3]
    assert count_places(ada) == 1


@pytest.mark.parametrize("variant", ["i moved to BERLIN.", "  I moved\tto\nBerlin. ", "I moved to Ｂｅｒｌｉｎ."])
def test_a_variant_in_case_or_blanks_is_the_same_and_the_first_words_stay(ada: Actor, variant: str) -> None:
    remember(ada, "I moved to Berlin.")

    assert remember(ada, variant).is_duplicate
    assert [memory.content for memory in listed(ada)] == ["I moved to Berlin."]


def test_within_one_batch_too(ada: Actor) -> None:
    results = remember_many(ada, [NewMemory(content=text) for text in ("a b", "A  B", "c", "a b")])

    assert [isinstance(one, Remembered) and one.is_duplicate for one in results] == [False, True, False, True]
    assert {memory.content: memory.seen_count for memory in listed(ada)} == {"a b": 3, "c": 1}


def test_thanks_at_two_positions_is_two_memories(ada: Actor) -> None:
    for position in (3, 9, 9):
        remember(ada, "Thanks!", conversation_id="c", position=position)

    assert [(memory.position, memory.seen_count) for memory in listed(ada)] == [(9, 2), (3, 1)]


@pytest.mark.parametrize("field", ["palace", "wing", "room", "author", "user_id", "agent_id", "run_id", "app_id"])
def test_the_same_text_elsewhere_is_another_memory(ada: Actor, field: str) -> None:
    remember(ada, "x")

    assert not remember(ada, "x", **{field: "y"}).is_duplicate
    assert len(listed(ada)) == 2


def test_ten_writers_at_once_make_one_memory_seen_ten_times(ada: Actor) -> None:
    results = race([partial(remember, ada, "I moved to Berlin.", wing="w")] * 10)

    assert all(isinstance(result, Remembered) for result in results), results
    assert sorted(result.seen_count for result in results if isinstance(result, Remembered)) == list(range(1, 11))
    assert [memory.seen_count for memory in listed(ada)] == [10]
    assert count_places(ada) == 1


def test_batches_that_name_the_same_new_places_in_other_orders_do_not_block_each_other(ada: Actor) -> None:
    make_palace(ada, "main")  # else the first to make it would hold up all the others
    items = [NewMemory(content=f"in {n}", wing=f"w{n}", room="r", conversation_id="c") for n in range(60)]

    results = race([partial(remember_many, ada, batch) for batch in (items, items[::-1]) * 3])

    assert not [result for result in results if isinstance(result, Exception)], results
    assert {memory.seen_count for memory in listed(ada)} == {6}


def test_turns_of_one_conversation_written_at_once_do_not_block_each_other(ada: Actor) -> None:
    turns = [NewMemory(content=f"turn {n}", conversation_id="c", position=n) for n in range(80)]
    remember_many(ada, turns[::2])

    results = race([partial(remember_many, ada, turns[start::8][::sign]) for start in (1, 3, 5, 7) for sign in (1, -1)])

    assert not [result for result in results if isinstance(result, Exception)], results
    assert count_places(ada) == 80


def test_what_has_expired_is_written_anew(ada: Actor) -> None:
    old = remember(ada, "Lunch at noon.", expires_at=now() - timedelta(seconds=1))

    new = remember(ada, "Lunch at noon.")

    assert not new.is_duplicate
    assert [memory.id for memory in listed(ada)] == [new.id]
    assert count_made_from(ada, old.id)["document"] == 0
    assert count_places(ada) == 1


def test_what_was_deleted_is_written_anew(ada: Actor, api: Api) -> None:
    old = remember(ada, "x")
    api(ada).delete(f"/v1/memories/{old.id}")

    assert not remember(ada, "x").is_duplicate


def test_a_duplicate_costs_nothing(ada: Actor, api: Api) -> None:
    client = api(ada)
    first = client.post("/v1/memories", {"content": "x"}).body

    again = client.post("/v1/memories", {"content": "X"}).body

    assert (first["usage"]["quantity"], again["usage"]["quantity"]) == (1, 0)
    assert again["duplicate_of"] == first["id"]


def test_a_retry_with_its_key_gets_the_first_answer_and_is_not_counted(ada: Actor, api: Api) -> None:
    client = api(ada)
    first = client.post("/v1/memories", {"content": "x"}, Idempotency_Key="k")

    again = client.post("/v1/memories", {"content": "x"}, Idempotency_Key="k")

    assert (again.status, again.body) == (201, first.body)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert [memory.seen_count for memory in listed(ada)] == [1]


def test_a_key_used_for_another_body_is_refused(ada: Actor, api: Api) -> None:
    client = api(ada)
    client.post("/v1/memories", {"content": "x"}, Idempotency_Key="k")

    answer = client.post("/v1/memories", {"content": "y"}, Idempotency_Key="k")

    assert (answer.status, answer.body["error"]["code"]) == (409, "idempotency_key_reused")
    assert [memory.content for memory in listed(ada)] == ["x"]


def test_a_key_of_a_refused_write_can_be_used_again(ada: Actor, api: Api) -> None:
    client = api(ada)
    assert client.post("/v1/memories", {"content": " "}, Idempotency_Key="k").status == 400

    assert client.post("/v1/memories", {"content": "x"}, Idempotency_Key="k").status == 201


def test_one_key_sent_five_times_at_once_writes_once(ada: Actor, api: Api) -> None:
    headers = api(ada).headers

    def send() -> Answer:
        return Client(headers=headers).post("/v1/memories", {"content": "x"}, Idempotency_Key="k")

    answers = race([send] * 5)

    assert [answer.status for answer in answers if isinstance(answer, Answer)] == [201] * 5, answers
    assert [memory.seen_count for memory in listed(ada)] == [1]


def test_two_tenants_never_share_a_memory(ada: Actor, mallory: Actor) -> None:
    one, other = remember(ada, "x"), remember(mallory, "x")

    assert one.id != other.id
    assert not other.is_duplicate


def test_an_expired_twin_of_a_batch_is_no_obstacle_either(ada: Actor) -> None:
    remember(ada, "a", expires_at=now() - timedelta(days=1))

    results = remember_many(ada, [NewMemory(content="a"), NewMemory(content="b")])

    assert not [result for result in results if isinstance(result, DomainError) or result.is_duplicate]
