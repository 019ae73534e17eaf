"""Writing memories: verbatim, at once findable by words, with a result for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

import pytest
from django.conf import settings as django_settings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.memories.models import Memory
from apps.memories.types import NewMemory, Remembered
from kernel.actors import Actor
from kernel.errors import DomainError
from kernel.http.slow import SlowPlace
from kernel.tenancy import tenant_scope
from tests.memories.palace import count_made_from, count_places, listed, recalled, remember, remember_many
from tests.support.client import Client
from tests.support.queue import RunQueue

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]
storable = st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1).filter(
    lambda text: bool(text.strip())
)
quick = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@quick
@given(st.lists(storable, min_size=1, max_size=20))
def test_what_comes_back_is_what_went_in_to_the_character(ada: Actor, api: Api, texts: list[str]) -> None:
    client = api(ada)
    items = [{"content": text, "conversation_id": "c", "position": n} for n, text in enumerate(texts)]

    results = client.post("/v1/memories", {"items": items}).body["items"]

    for text, result in zip(texts, results, strict=True):
        # an earlier example may have stored the same text in another case
        if result["duplicate_of"] is None:
            assert client.get(f"/v1/memories/{result['id']}").body["content"] == text


@pytest.mark.parametrize(
    "text",
    [
        "\u200b",
        "a\u200db\u200c",
        "\u202eright to left\u202c שלום",
        "👩‍👩‍👧‍👦 👍🏽",
        "tab\tnew\r\nline\x0b\x0c\x1f",
        " leading and trailing ",
        "e\u0301 is not é",
        "\ufeffmark",
        "\U0010ffff",
        "x" * 200_000 + " needle",
        '{"content": "json"}',
        "'; DROP TABLE memories_memory; --",
        "100% {} %s",
    ],
)
def test_odd_text_is_kept_verbatim(ada: Actor, api: Api, text: str) -> None:
    client = api(ada)

    memory_id = client.post("/v1/memories", {"content": text}).body["id"]

    assert client.get(f"/v1/memories/{memory_id}").body["content"] == text


@pytest.mark.parametrize("text", ["", " ", "\n\t "])
def test_a_blank_text_is_refused(ada: Actor, api: Api, text: str) -> None:
    answer = api(ada).post("/v1/memories", {"content": text})

    assert (answer.status, answer.body["error"]["code"]) == (400, "unstorable_text")
    assert listed(ada) == []


def test_a_nul_is_refused_with_its_position(ada: Actor, api: Api) -> None:
    answer = api(ada).post("/v1/memories", {"content": "abc\x00def"})

    assert answer.status == 400
    assert answer.body["error"]["details"] == {"field": "content", "position": 3}
    assert listed(ada) == []


def test_a_lone_surrogate_is_refused_with_its_place_in_the_body(ada: Actor, api: Api) -> None:
    answer = api(ada).post("/v1/memories", b'{"content": "abc\\ud800def"}')

    assert answer.status == 400
    assert "hex escape at line 1 column" in answer.body["error"]["message"]
    assert listed(ada) == []


@pytest.mark.parametrize("field", ["author", "kind", "wing", "room", "palace", "conversation_id", "user_id", "source"])
def test_a_nul_in_any_field_is_refused(ada: Actor, api: Api, field: str) -> None:
    answer = api(ada).post("/v1/memories", {"content": "x", field: "a\x00"})

    assert answer.status == 400
    assert answer.body["error"]["details"] == {"field": field, "position": 1}


@pytest.mark.parametrize(
    "metadata", ['{"a": "\\u0000"}', '{"a": [{"b": "x\\u0000"}]}', '{"\\u0000": 1}', '{"a": 1e400}', '{"a": [-1e400]}']
)
def test_metadata_that_cannot_be_kept_is_refused(ada: Actor, api: Api, metadata: str) -> None:
    answer = api(ada).post("/v1/memories", f'{{"content": "x", "metadata": {metadata}}}'.encode())

    assert answer.status == 400
    assert listed(ada) == []


@pytest.mark.parametrize("value", ["a b", "a&b=c", "a/b", "..", "🙂", "İ", "%", "*", "x" * 512])
def test_ids_of_any_characters_are_kept_exactly(ada: Actor, value: str) -> None:
    facets = dict.fromkeys(("user_id", "agent_id", "run_id", "app_id", "conversation_id"), value)

    remember(ada, "x", **facets)

    (memory,) = listed(ada, {"user_id": {"eq": value}})
    assert {field: getattr(memory, field) for field in facets} == facets


@pytest.mark.parametrize(("field", "limit"), [("author", 200), ("kind", 100), ("user_id", 512), ("wing", 200)])
def test_ids_longer_than_their_limit_are_refused_and_never_cut(ada: Actor, field: str, limit: int) -> None:
    remember(ada, "fits", **{field: "x" * limit})

    (result,) = remember_many(ada, [replace(NewMemory(content="does not"), **{field: "x" * (limit + 1)})])  # type: ignore[arg-type]  # a text field each

    assert isinstance(result, DomainError)
    assert result.details["field"] == field
    assert len(listed(ada)) == 1


@pytest.mark.parametrize("body", [{"content": "x", "tenant_id": "y"}, {"content": "x", "contents": "y"}, {"text": "x"}])
def test_an_unknown_field_is_refused(ada: Actor, api: Api, body: object) -> None:
    answer = api(ada).post("/v1/memories", body)

    assert (answer.status, answer.body["error"]["code"]) == (400, "invalid_body")
    assert listed(ada) == []


@pytest.mark.parametrize("value", [[], ["main"], {}, 3, True, ""])
@pytest.mark.parametrize("field", ["palace", "wing", "user_id"])
def test_a_place_that_is_no_name_is_refused(ada: Actor, api: Api, field: str, value: object) -> None:
    assert api(ada).post("/v1/memories", {"content": "x", field: value}).status == 400
    assert listed(ada) == []


def test_null_is_the_same_as_absent(ada: Actor, api: Api) -> None:
    fields = ("palace", "wing", "room", "author", "position", "metadata", "occurred_at", "user_id")

    answer = api(ada).post("/v1/memories", {"content": "x", **dict.fromkeys(fields)})

    assert answer.status == 201
    assert api(ada).post("/v1/memories", {"content": "x"}).body["duplicate_of"] == answer.body["id"]


def test_a_batch_of_a_thousand_has_a_result_for_each_in_order(ada: Actor, api: Api) -> None:
    items: list[dict[str, object]] = [{"content": f"thing {number}"} for number in range(1000)]
    items[10] = {"content": " "}
    items[20] = {"content": "a\x00"}
    items[999] = {"content": "Thing 0"}

    answer = api(ada).post("/v1/memories", {"items": items})

    results = answer.body["items"]
    assert answer.status == 201
    assert len(results) == 1000
    assert [n for n, result in enumerate(results) if result["error"]] == [10, 20]
    assert results[999]["duplicate_of"] == results[0]["id"]
    assert answer.body["usage"]["quantity"] == count_places(ada) == 997


@pytest.mark.parametrize("items", [[], [{"content": "x"}] * 1001])
def test_a_batch_of_none_or_more_than_a_thousand_is_refused(ada: Actor, api: Api, items: list[object]) -> None:
    assert api(ada).post("/v1/memories", {"items": items}).status == 400
    assert listed(ada) == []


def test_one_memory_and_items_together_are_refused(ada: Actor, api: Api) -> None:
    assert api(ada).post("/v1/memories", {"content": "x", "items": [{"content": "y"}]}).status == 400


def test_what_was_written_is_found_by_words_at_once(ada: Actor, run_queue: RunQueue) -> None:
    remember(ada, "The pump said ERR-7F3A9 again.")

    assert recalled(ada, "err-7f3a9") == ["The pump said ERR-7F3A9 again."]
    assert run_queue.tasks() == ["memories.embed"]


def test_in_its_own_transaction_it_is_found_too(ada: Actor) -> None:
    with tenant_scope(ada.tenant_id):
        remember(ada, "the blue pot")
        assert recalled(ada, "pot") == ["the blue pot"]


def test_facets_are_columns_and_the_same_keys_in_metadata_plain_data(ada: Actor) -> None:
    in_metadata = {"user_id": "u1", "wing": "secret", "palace": "other", "author": "Tom", "tenant_id": "x"}
    remember(ada, "plain", metadata=in_metadata)
    remember(ada, "column", user_id="u1")

    assert [memory.content for memory in listed(ada, {"user_id": {"eq": "u1"}})] == ["column"]
    (plain,) = listed(ada, {"metadata.user_id": {"eq": "u1"}})
    assert (plain.content, plain.metadata) == ("plain", in_metadata)
    assert (plain.user_id, plain.wing, plain.palace, plain.author) == (None, None, "main", None)


def test_a_refused_batch_leaves_nothing_behind(ada: Actor) -> None:
    (result,) = remember_many(ada, [NewMemory(content="x", wing="w", author="a" * 201)])

    assert isinstance(result, DomainError)
    assert count_places(ada) == 0


@pytest.mark.parametrize("wait", ["indexed", "stored"])
def test_the_writer_may_wait_for_the_meaning_too(ada: Actor, api: Api, wait: str, worker: RunQueue) -> None:
    answer = api(ada).post(f"/v1/memories?wait={wait}", {"content": "My cat is ill."})

    assert answer.status == 201
    assert answer.body["status"] == wait
    if wait == "indexed":
        assert count_made_from(ada, UUID(answer.body["id"]))["embedding"] == 1


def test_waiting_for_anything_else_is_refused(ada: Actor, api: Api) -> None:
    assert api(ada).post("/v1/memories?wait=forever", {"content": "x"}).status == 400
    assert listed(ada) == []


def test_a_write_that_finds_no_place_to_wait_says_what_is_so_by_now(ada: Actor, api: Api) -> None:
    places = [SlowPlace() for _ in range(django_settings.SLOW_REQUESTS)]

    answer = api(ada).post("/v1/memories?wait=indexed", {"content": "My cat is ill."})
    for place in places:
        place.release()

    assert (answer.status, answer.body["status"]) == (201, "stored")


def test_every_memory_says_who_wrote_it_and_how_it_came_in(ada: Actor, ben: Actor) -> None:
    remember(ben, "x", source="mail")

    (memory,) = listed(ada)
    assert (memory.writer.kind, memory.writer.id, memory.channel, memory.source) == ("member", ben.id, "api", "mail")


def test_a_text_without_any_word_is_kept_and_counted(ada: Actor) -> None:
    result = remember(ada, "👍🏽 !?")

    assert isinstance(result, Remembered)
    assert count_made_from(ada, result.id) == {"posting": 0, "document": 1, "chunk": 0, "embedding": 0}
    with tenant_scope(ada.tenant_id):
        assert Memory.objects.get(id=result.id).content == "👍🏽 !?"
