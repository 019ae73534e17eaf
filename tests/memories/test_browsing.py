"""Lists, pages, palaces and their counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import quote

import pytest

from apps.memories.types import NewMemory
from kernel.actors import Actor
from tests.memories.palace import listed, make_palace, remember, remember_many
from tests.support.client import Client

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]


def test_a_thousand_and_one_rows_come_once_each_while_others_are_written(ada: Actor, api: Api) -> None:
    client = api(ada)
    for start in (0, 1000):
        numbers = range(start, min(start + 1000, 1001))
        remember_many(ada, [NewMemory(content=f"row {number}", wing="w") for number in numbers])
    path, cursor = "/v1/memories?limit=100", None
    seen: list[str] = []
    for page in range(11):
        body = client.get(f"{path}&cursor={cursor}" if cursor else path).body
        seen += [item["content"] for item in body["items"]]
        assert body["total"] == 1001 + page
        cursor = body["next_cursor"]
        remember(ada, f"late {page}")

    assert cursor is None
    assert sorted(seen) == sorted(f"row {number}" for number in range(1001))


def test_a_cursor_goes_with_any_filter(ada: Actor, api: Api) -> None:
    remember_many(ada, [NewMemory(content=f"row {n}", kind="ab"[n % 2]) for n in range(10)])
    path = f"/v1/memories?limit=3&filter={quote(json.dumps({'kind': {'eq': 'a'}}))}"

    first = api(ada).get(path).body
    second = api(ada).get(f"{path}&cursor={first['next_cursor']}").body

    contents = [item["content"] for item in first["items"] + second["items"]]
    assert sorted(contents) == [f"row {n}" for n in (0, 2, 4, 6, 8)]
    assert (first["total"], second["next_cursor"]) == (5, None)


def test_a_cursor_of_another_tenant_shows_nothing_of_theirs(ada: Actor, mallory: Actor, api: Api) -> None:
    for number in range(3):
        remember(ada, f"secret {number}")
    remember(mallory, "mine")
    cursor = api(ada).get("/v1/memories?limit=1").body["next_cursor"]

    body = api(mallory).get(f"/v1/memories?cursor={cursor}").body

    assert {item["content"] for item in body["items"]} <= {"mine"}
    assert body["total"] == 1


@pytest.mark.parametrize("cursor", ["x", "%00", "é", "A" * 21, "A" * 23, "A" * 10_000, "null", "-1"])
def test_a_cursor_that_no_list_made_is_refused(ada: Actor, api: Api, cursor: str) -> None:
    assert api(ada).get(f"/v1/memories?cursor={quote(cursor, safe='%')}").status == 400


@pytest.mark.parametrize("limit", ["0", "-1", "201", "10001", "x", "", "1.5", "²", "9" * 5000])
def test_a_limit_out_of_range_is_refused(ada: Actor, api: Api, limit: str) -> None:
    assert api(ada).get(f"/v1/memories?limit={quote(limit)}").status == 400


def test_a_list_is_newest_first_and_each_memory_says_where_it_is(ada: Actor, api: Api) -> None:
    remember(ada, "old")
    remember(ada, "new", palace="p", wing="w", room="r", conversation_id="c", position=3)

    new, old = api(ada).get("/v1/memories").body["items"]

    assert [new[key] for key in ("palace", "wing", "room", "conversation_id", "position")] == ["p", "w", "r", "c", 3]
    assert [old[key] for key in ("palace", "wing", "room")] == ["main", None, None]


def test_a_list_can_be_narrowed_to_a_palace_a_wing_and_a_room(ada: Actor, api: Api) -> None:
    remember(ada, "palace", palace="p")
    remember(ada, "wing", palace="p", wing="w")
    remember(ada, "room", palace="p", wing="w", room="r")
    remember(ada, "loose room", palace="p", room="r")

    def names(query: str) -> set[str]:
        return {item["content"] for item in api(ada).get(f"/v1/memories?palace=p{query}").body["items"]}

    assert names("") == {"palace", "wing", "room", "loose room"}
    assert names("&wing=w") == {"wing", "room"}
    assert names("&wing=w&room=r") == {"room"}
    assert names("&wing=x") == set()


def test_a_palace_shows_its_wings_and_rooms_with_their_counts(ada: Actor, api: Api) -> None:
    client = api(ada)
    for place in ({}, {"wing": "w"}, {"wing": "w", "room": "r"}, {"wing": "w", "room": "s"}, {"room": "loose"}):
        remember(ada, "x", palace="p", **place)
    remember(ada, "elsewhere", palace="q")

    palace = client.get(f"/v1/palaces/{make_palace(ada, 'p')}").body

    assert palace["memories"] == 5
    assert [(wing["name"], wing["memories"]) for wing in palace["wings"]] == [("w", 3)]
    assert [(room["name"], room["memories"]) for room in palace["wings"][0]["rooms"]] == [("r", 1), ("s", 1)]
    assert [(room["name"], room["memories"]) for room in palace["rooms"]] == [("loose", 1)]


def test_a_palace_is_made_once_for_a_name(ada: Actor, mallory: Actor, api: Api) -> None:
    first = api(ada).post("/v1/palaces", {"name": "Home"})
    again = api(ada).post("/v1/palaces", {"name": "Home"})
    other = api(ada).post("/v1/palaces", {"name": "home"})
    theirs = api(mallory).post("/v1/palaces", {"name": "Home"})

    assert (first.status, again.body["id"]) == (201, first.body["id"])
    assert len({first.body["id"], other.body["id"], theirs.body["id"]}) == 3


@pytest.mark.parametrize("name", ["", " ", "a\x00", "x" * 201, None, 3, ["a"]])
def test_a_palace_needs_a_name(ada: Actor, api: Api, name: object) -> None:
    assert api(ada).post("/v1/palaces", {"name": name}).status == 400


@pytest.mark.parametrize("memory_id", ["x", "..", "1", "00000000", "%00"])
def test_an_id_that_is_none_is_not_found(ada: Actor, api: Api, memory_id: str) -> None:
    assert api(ada).get(f"/v1/memories/{memory_id}").status == 404
    assert listed(ada) == []
