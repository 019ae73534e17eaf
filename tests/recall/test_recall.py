"""One search over a scope: what it finds, in which order, and why."""

from __future__ import annotations

from datetime import UTC, datetime
from math import isclose

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.memories.services import embedding
from apps.memories.types import NewMemory
from apps.recall.domain.fusion import Leg
from apps.recall.errors import BadQuestion
from apps.recall.types import Path
from kernel.actors import Actor
from tests.memories.palace import ids_of, recall, recalled, remember, remember_many
from tests.support.queue import RunQueue

pytestmark = pytest.mark.service

TALK = [
    ("Maya", "Where did you bury the treasure chest?"),
    ("Tom", "Behind the old oak."),
    ("Maya", "My cat Pastel is ill."),
    ("Tom", "Bonds closed higher on Friday."),
    ("Maya", "I went swimming in the lake yesterday."),
    ("Tom", "I never swim."),
]


@pytest.fixture
def talk(ada: Actor, run_queue: RunQueue) -> Actor:
    """Ada with a small talk between Maya and Tom, indexed."""
    turns = [
        NewMemory(content=content, author=author, conversation_id="c", position=n, wing="talk")
        for n, (author, content) in enumerate(TALK)
    ]
    assert len(ids_of(remember_many(ada, turns))) == len(turns)
    run_queue()
    return ada


def test_it_finds_by_words(talk: Actor) -> None:
    assert recalled(talk, "bonds", k=1) == ["Bonds closed higher on Friday."]


def test_it_finds_by_meaning_without_a_common_word(talk: Actor) -> None:
    assert recalled(talk, "a sick pet", k=1) == ["My cat Pastel is ill."]


def test_an_answer_is_found_by_the_words_of_its_question(talk: Actor) -> None:
    assert "Behind the old oak." in recalled(talk, "treasure chest", k=2)


def test_an_identifier_is_found_whatever_its_meaning(ada: Actor, run_queue: RunQueue) -> None:
    remember(ada, "See ERR-7F3A9.")
    remember_many(ada, [NewMemory(content=f"An error about codes and numbers, the {n}th.") for n in range(30)])
    run_queue()

    assert recalled(ada, "ERR-7F3A9", k=1) == ["See ERR-7F3A9."]


@pytest.mark.parametrize(
    ("sentence", "query"),
    [
        ("昨日、東京タワーに行きました。", "東京"),
        ("我们明天去北京看长城", "长城"),
        ("저는 서울에 살아요", "서울"),
        ("ผมชอบกินข้าวผัด", "ข้าว"),
        ("мы кормили собаку", "собаку"),
        ("ذهبنا إلى السوق", "السوق"),
        ("मुझे हिन्दी पसंद है", "हिन्दी"),
        ("We met at İstanbul", "istanbul"),
    ],
)
def test_a_short_query_inside_a_sentence_of_any_script_is_found(ada: Actor, sentence: str, query: str) -> None:
    remember(ada, sentence)

    assert recalled(ada, query) == [sentence]


def test_the_named_author_is_preferred(talk: Actor) -> None:
    assert recalled(talk, "What did Maya say about swimming?", k=1) == ["I went swimming in the lake yesterday."]
    assert recalled(talk, "What did Tom say about swimming?", k=1) == ["I never swim."]


@pytest.mark.parametrize("name", ['Ann "Annie" Lee', "C.J. (Carl)", "a.*b", "x\\d+", "[Tom", "O'Brien", "?", "%s"])
def test_authors_may_have_any_name(ada: Actor, name: str) -> None:
    remember(ada, "I like tea.", author=name)
    remember(ada, "I like tea.", author="Tom")

    best = recall(ada, f"Does {name} like tea?").items[0].memory

    assert best.author == name or name == "?"


def test_a_question_for_a_date_prefers_that_time(ada: Actor) -> None:
    for month in (3, 4, 5):
        when = datetime(2026, month, 12, tzinfo=UTC)
        remember(ada, f"Lunch number {month}", occurred_at=when)

    assert recalled(ada, "What lunch was in April 2026?", k=1) == ["Lunch number 4"]


def test_memories_of_the_first_and_last_year_break_nothing(ada: Actor) -> None:
    remember(ada, "Lunch one", occurred_at=datetime(1, 1, 1, tzinfo=UTC))
    remember(ada, "Lunch two", occurred_at=datetime(9999, 12, 31, 23, 59, tzinfo=UTC))

    assert len(recalled(ada, "lunch on 31 December or in January")) == 2


@pytest.mark.parametrize("k", [1, 3, 6, 200])
def test_it_gives_as_many_as_asked_and_there_are(talk: Actor, k: int) -> None:
    assert len(recall(talk, "what did they say", k=k).items) == min(k, len(TALK))


def test_a_filter_that_names_few_in_a_big_scope_still_gives_k(ada: Actor, run_queue: RunQueue) -> None:
    remember_many(ada, [NewMemory(content=f"swimming in lake {n}") for n in range(400)])
    remember_many(ada, [NewMemory(content=f"Invoice {n}", kind="rare") for n in range(5)])
    run_queue()

    answer = recall(ada, "swimming in a lake", filters={"kind": {"eq": "rare"}}, k=5)

    assert {item.memory.kind for item in answer.items} == {"rare"}
    assert (len(answer.items), answer.path) == (5, Path.EXACT)


def test_a_small_wing_in_a_big_palace_still_gives_k(ada: Actor, run_queue: RunQueue) -> None:
    remember_many(ada, [NewMemory(content=f"swimming in lake {n}", wing="big") for n in range(300)])
    remember_many(ada, [NewMemory(content=f"Invoice {n}", wing="small", room="r") for n in range(5)])
    run_queue()

    for place in ({"wing": "small"}, {"wing": "small", "room": "r"}):
        answer = recall(ada, "swimming in a lake", k=5, **place)
        assert [item.memory.wing for item in answer.items] == ["small"] * 5


def test_a_filter_that_names_nothing_gives_nothing(talk: Actor) -> None:
    answer = recall(talk, "cat", filters={"kind": {"eq": "unknown"}})

    assert (list(answer.items), answer.path, answer.tokens) == ([], Path.EMPTY, 0)


def test_an_empty_tenant_gives_nothing(ada: Actor) -> None:
    assert (list(recall(ada, "cat").items), recall(ada, "cat").path) == ([], Path.EMPTY)


def test_another_tenants_memories_are_never_found(talk: Actor, mallory: Actor) -> None:
    remember(mallory, "My own cat")

    assert recalled(mallory, "My cat Pastel is ill") == ["My own cat"]


@pytest.mark.parametrize("query", ["", "   ", "x" * 10_001, "\n"])
def test_a_query_that_is_empty_or_too_long_is_refused(ada: Actor, query: str) -> None:
    with pytest.raises(BadQuestion):
        recall(ada, query)


@pytest.mark.parametrize(
    "query", ["x" * 10_000, "cat " * 2_500, "日本" * 5_000, "?!…", "the of and", "👍", "%", "\\", "'"]
)
def test_any_other_query_is_answered(talk: Actor, query: str) -> None:
    assert recall(talk, query).path is Path.EXACT


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=80))
def test_no_query_breaks_it(talk: Actor, query: str) -> None:
    if query.strip():
        assert len(recall(talk, query, k=3).items) <= 3


@pytest.mark.parametrize(
    "query", ["What did Maya say about swimming?", "When did Tom swim?", "cat", "zzz", "in May 2026"]
)
def test_the_parts_of_every_score_sum_to_it(talk: Actor, query: str) -> None:
    items = recall(talk, query).items

    assert [item.score for item in items] == sorted((item.score for item in items), reverse=True)
    for item in items:
        assert {part.leg for part in item.parts} == set(Leg)
        assert isclose(sum(part.contribution for part in item.parts), item.score, abs_tol=1e-9)


@pytest.mark.parametrize("tokens", [1, 3, 5, 8, 13, 40, 1000])
def test_the_token_budget_is_never_exceeded(talk: Actor, tokens: int) -> None:
    answer = recall(talk, "what did they say about the cat", max_tokens=tokens, k=50)

    counted = sum(embedding.count_tokens(item.memory.content) for item in answer.items)
    assert answer.tokens == counted <= tokens


def test_a_memory_too_long_for_the_budget_makes_way_for_shorter_ones(ada: Actor) -> None:
    remember(ada, "cat " * 50)
    remember(ada, "A cat.")

    assert recalled(ada, "cat", max_tokens=10) == ["A cat."]


def test_a_recall_is_charged_once_also_when_it_finds_nothing(ada: Actor) -> None:
    usage = recall(ada, "nothing here").usage

    assert usage.meter.value == "memory.recall"
    assert usage.quantity == 1


def test_without_the_model_recall_goes_on_by_words(talk: Actor, without_model: None) -> None:
    answer = recall(talk, "My cat is ill")

    assert answer.path is Path.WORDS_ONLY
    assert answer.items[0].memory.content == "My cat Pastel is ill."
    assert all(part.raw is None for item in answer.items for part in item.parts if part.leg is Leg.DENSE)


def test_without_the_model_writing_goes_on_and_is_indexed_later(
    ada: Actor, run_queue: RunQueue, without_model: None
) -> None:
    memory_id = remember(ada, "My cat is ill.").id
    run_queue()

    assert recall(ada, "cat").items[0].memory.status.value == "stored"
    embedding._load.cache_clear()
    assert memory_id == recall(ada, "cat").items[0].memory.id


def test_without_the_model_people_are_told(without_model: None) -> None:
    notice = embedding.notice_of_missing_model()

    assert notice is not None
    assert notice.code == "embedder_missing"
    assert "words only" in notice.message


def test_with_the_model_there_is_nothing_to_tell() -> None:
    assert embedding.notice_of_missing_model() is None


def test_without_the_model_the_budget_holds_by_a_cautious_count(talk: Actor, without_model: None) -> None:
    answer = recall(talk, "cat swimming treasure", max_tokens=9)

    assert sum(-(-len(item.memory.content.encode()) // 4) for item in answer.items) == answer.tokens <= 9


def test_what_was_just_written_is_found_first_by_its_words_before_it_has_a_vector(
    ada: Actor, run_queue: RunQueue
) -> None:
    remember_many(ada, [NewMemory(content=f"The weather in week {n} was fine.") for n in range(20)])
    run_queue()
    remember(ada, "The spare key hangs behind the green door.")

    assert recalled(ada, "Where does the spare key hang?", k=1) == ["The spare key hangs behind the green door."]
