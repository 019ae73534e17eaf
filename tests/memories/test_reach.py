"""A key limited to palaces reads, writes and deletes nowhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import quote
from uuid import UUID, uuid4

import pytest

from kernel.actors import Actor
from tests.memories.palace import count_palaces, limited, listed, make_palace, recall, remember
from tests.support.client import Client

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]


@pytest.fixture
def home(ada: Actor) -> UUID:
    """The palace that the key reaches, with one memory in wing w."""
    palace_id = make_palace(ada, "home")
    remember(ada, "the key is at home", palace="home", wing="w")
    return palace_id


@pytest.fixture
def outside(ada: Actor) -> UUID:
    """A memory in another palace, in a wing of the same name."""
    return remember(ada, "the key is at work", palace="work", wing="w").id


@pytest.fixture
def client(ada: Actor, home: UUID, outside: UUID, api: Api) -> Client:
    """A program whose key reaches home only."""
    return api(limited(ada, home))


def test_it_lists_and_recalls_only_what_is_inside(client: Client) -> None:
    answer = client.post("/v1/recall", {"query": "Where is the key?"})

    assert [item["content"] for item in answer.body["items"]] == ["the key is at home"]
    assert [item["content"] for item in client.get("/v1/memories").body["items"]] == ["the key is at home"]
    assert client.get("/v1/memories").body["total"] == 1
    assert [item["name"] for item in client.get("/v1/palaces").body["items"]] == ["home"]


def test_a_wing_of_the_same_name_outside_is_not_seen(client: Client) -> None:
    answer = client.post("/v1/recall", {"query": "key", "wing": "w"})

    assert [item["content"] for item in answer.body["items"]] == ["the key is at home"]


def test_no_filter_leads_outside(client: Client) -> None:
    for filters in ({"palace": {"eq": "work"}}, {"OR": [{"palace": {"eq": "work"}}]}, {"palace": {"ne": "home"}}):
        text = quote(json.dumps(filters))
        assert client.get(f"/v1/memories?filter={text}").body["total"] == 0
        assert client.post("/v1/recall", {"query": "key", "filters": filters}).body["items"] == []
        assert client.delete(f"/v1/memories?filter={text}").body["memories"] == 0


@pytest.mark.parametrize("palace", ["work", "unknown"])
def test_a_palace_outside_or_unknown_is_refused_alike(ada: Actor, client: Client, palace: str) -> None:
    before = count_palaces(ada)
    answers = [
        client.post("/v1/recall", {"query": "key", "palace": palace}),
        client.get(f"/v1/memories?palace={palace}"),
        client.post("/v1/memories", {"content": "x", "palace": palace}),
        client.post("/v1/palaces", {"name": palace}),
        client.post("/v1/imports", {"text": "Maya: hi", "palace": palace}),
    ]

    assert {(answer.status, answer.body["error"]["code"]) for answer in answers} == {(403, "palace_out_of_reach")}
    assert len(listed(ada)) == 2
    assert count_palaces(ada) == before


def test_in_a_batch_only_the_items_outside_are_refused(ada: Actor, client: Client) -> None:
    items = [{"content": "in", "palace": "home"}, {"content": "out", "palace": "work"}, {"content": "default"}]

    results = client.post("/v1/memories", {"items": items}).body["items"]

    assert [result["error"] and result["error"]["code"] for result in results] == [None, "palace_out_of_reach", None]
    assert {memory.palace for memory in listed(ada, {"content": {"in": ["in", "out", "default"]}})} == {"home"}


def test_by_id_what_is_outside_looks_like_what_never_was(ada: Actor, client: Client, outside: UUID) -> None:
    for memory_id in (outside, uuid4()):
        path = f"/v1/memories/{memory_id}"
        answers = [
            client.get(path),
            client.get(f"{path}/versions"),
            client.patch(path, {"content": "x"}),
            client.post(f"{path}/restore", {}),
            client.delete(path),
        ]
        assert {(answer.status, answer.body["error"]["code"]) for answer in answers} == {(404, "not_found")}
    assert {memory.content for memory in listed(ada)} == {"the key is at home", "the key is at work"}


def test_the_palace_outside_looks_like_one_that_never_was(ada: Actor, client: Client) -> None:
    work = make_palace(ada, "work")

    assert client.get(f"/v1/palaces/{work}").status == client.get(f"/v1/palaces/{uuid4()}").status == 404


def test_the_only_palace_within_reach_is_the_default(ada: Actor, client: Client) -> None:
    memory_id = client.post("/v1/memories", {"content": "x"}).body["id"]

    assert client.get(f"/v1/memories/{memory_id}").body["palace"] == "home"


def test_with_several_palaces_within_reach_one_must_be_named(ada: Actor, home: UUID, api: Api) -> None:
    client = api(limited(ada, home, make_palace(ada, "garden")))

    answer = client.post("/v1/memories", {"content": "x"})

    assert (answer.status, answer.body["error"]["details"]) == (400, {"field": "palace"})
    assert client.post("/v1/memories", {"content": "x", "palace": "garden"}).status == 201


def test_without_a_limit_the_default_palace_is_main(ada: Actor) -> None:
    remember(ada, "x")

    assert [memory.palace for memory in listed(ada)] == ["main"]


@pytest.mark.parametrize(
    "place", [{"wing": "nowhere"}, {"palace": "nowhere"}, {"room": "nowhere"}, {"wing": "*"}, {"wing": "%"}]
)
def test_a_place_that_does_not_exist_holds_nothing_and_not_everything(
    ada: Actor, api: Api, place: dict[str, str]
) -> None:
    remember(ada, "the key", wing="w", room="r")
    ((name, value),) = place.items()

    answer = api(ada).post("/v1/recall", {"query": "key", **place})

    assert (answer.status, answer.body["items"], answer.body["path"]) == (200, [], "empty")
    assert api(ada).get(f"/v1/memories?{name}={quote(value)}").body["total"] == 0
    assert recall(ada, "key").items


@pytest.mark.parametrize("value", ["", [], ["w"], {"eq": "w"}, 3, "a\x00"])
@pytest.mark.parametrize("place", ["palace", "wing", "room"])
def test_a_place_that_is_no_name_is_refused(ada: Actor, api: Api, place: str, value: object) -> None:
    assert api(ada).post("/v1/recall", {"query": "key", place: value}).status == 400


def test_a_null_place_is_the_same_as_none(ada: Actor, api: Api) -> None:
    remember(ada, "the key", wing="w")

    body = {"query": "key", "palace": None, "wing": None, "room": None, "filters": None}
    assert len(api(ada).post("/v1/recall", body).body["items"]) == 1


@pytest.mark.parametrize("place", ["palace", "wing", "room"])
def test_a_nul_in_a_place_is_refused_in_a_list_too(ada: Actor, api: Api, place: str) -> None:
    assert api(ada).get(f"/v1/memories?{place}=a%00").status == 400


def test_a_wing_of_one_name_in_two_palaces_must_be_told_apart(ada: Actor, api: Api) -> None:
    remember(ada, "one", palace="a", wing="w")
    remember(ada, "two", palace="b", wing="w")

    assert api(ada).post("/v1/recall", {"query": "one", "wing": "w"}).status == 404
    answer = api(ada).post("/v1/recall", {"query": "one", "palace": "a", "wing": "w"})
    assert [item["content"] for item in answer.body["items"]] == ["one"]


def test_a_key_without_the_right_is_refused(ada: Actor, api: Api) -> None:

    memory_id = remember(ada, "x").id
    client = api(replace(ada, permissions=frozenset()))

    answers = [
        client.get("/v1/memories"),
        client.get(f"/v1/memories/{memory_id}"),
        client.post("/v1/memories", {"content": "y"}),
        client.patch(f"/v1/memories/{memory_id}", {"content": "y"}),
        client.delete(f"/v1/memories/{memory_id}"),
        client.post("/v1/recall", {"query": "x"}),
        client.post("/v1/imports", {"text": "Maya: hi"}),
    ]
    assert {(answer.status, answer.body["error"]["code"]) for answer in answers} == {(403, "missing_permission")}
    assert [(memory.content, memory.version) for memory in listed(ada)] == [("x", 1)]
