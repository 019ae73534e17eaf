"""The one filter grammar against the real database: list, recall and delete find the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import pytest

from kernel.actors import Actor
from kernel.types import JsonObject, JsonValue
from tests.memories.palace import listed, recall, remember
from tests.support.client import Client

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]

SHELF: dict[str, JsonObject] = {
    "one": {"n": 1, "flag": True, "tags": ["red", "blue"], "when": "2026-01-31T12:00:00+09:00", "deep": {"x": "y"}},
    "text": {"n": "1", "flag": "true", "tags": "red wine", "when": "2026-01-31T03:00:00Z"},
    "half": {"n": 0.5, "flag": False, "tags": [], "when": "2026-01-31"},
    "none": {"n": None, "flag": None, "when": "now"},
    "missing": {},
    "hundred": {"n": 100, "rate": "100%", "file": "a_b", "when": "2026-02-01T00:00:00-11:00"},
    "other": {"n": 2, "rate": "100 percent", "file": "axb", "tags": ["RED", 1, True], "deep": {"x": {"y": 1}}},
}

CASES: list[tuple[JsonValue, str]] = [
    ({}, "one text half none missing hundred other"),
    # a number, a boolean and a string are never equal
    ({"metadata.n": {"eq": 1}}, "one"),
    ({"metadata.n": {"eq": 1.0}}, "one"),
    ({"metadata.n": {"eq": "1"}}, "text"),
    ({"metadata.n": {"eq": True}}, ""),
    ({"metadata.flag": {"eq": True}}, "one"),
    ({"metadata.flag": {"eq": 1}}, ""),
    ({"metadata.flag": {"eq": "true"}}, "text"),
    ({"metadata.flag": {"in": [True, "true"]}}, "one text"),
    # what is missing equals nothing but null
    ({"metadata.n": {"eq": None}}, "none missing"),
    ({"metadata.n": {"ne": None}}, "one text half hundred other"),
    ({"metadata.n": {"ne": 1}}, "text half none missing hundred other"),
    ({"metadata.n": {"nin": [1, 2, "1"]}}, "half none missing hundred"),
    ({"metadata.n": {"in": []}}, ""),
    ({"metadata.n": {"nin": []}}, "one text half none missing hundred other"),
    ({"metadata.n": {"exists": True}}, "one text half none hundred other"),
    ({"metadata.n": {"exists": False}}, "missing"),
    ({"metadata.deep.x": {"eq": "y"}}, "one"),
    ({"metadata.deep.x.y": {"eq": 1}}, "other"),
    ({"metadata.deep": {"eq": {"x": "y"}}}, "one"),
    # ranges hold within one kind
    ({"metadata.n": {"gt": 0.5}}, "one hundred other"),
    ({"metadata.n": {"gte": 0.5, "lt": 2}}, "one half"),
    ({"metadata.n": {"gt": "0"}}, "text"),
    ({"metadata.rate": {"gte": "100%"}}, "hundred"),
    # dates with a zone are compared as instants, whatever the zone they were written in
    ({"metadata.when": {"gte": "2026-01-31T03:00:00Z"}}, "one text hundred"),
    ({"metadata.when": {"lt": "2026-01-31T04:00:00+01:00"}}, "half"),
    ({"metadata.when": {"gte": "2026-01-31T12:00:00+09:00", "lte": "2026-01-31T03:00:00Z"}}, "one text"),
    ({"metadata.when": {"gt": "2026-02-01T10:59:59+00:00"}}, "hundred"),
    ({"metadata.when": {"eq": "2026-01-31T03:00:00Z"}}, "text"),
    # % and _ are plain, in texts and in lists
    ({"metadata.rate": {"contains": "100%"}}, "hundred"),
    ({"metadata.rate": {"contains": "%"}}, "hundred"),
    ({"metadata.file": {"contains": "_"}}, "hundred"),
    ({"metadata.file": {"icontains": "A_B"}}, "hundred"),
    ({"metadata.tags": {"contains": "red"}}, "one text"),
    ({"metadata.tags": {"icontains": "RED"}}, "one text other"),
    ({"metadata.tags": {"contains": 1}}, "other"),
    ({"metadata.tags": {"contains": True}}, "other"),
    # several keys and several operators all hold; NOT over several keys means not all of them
    ({"metadata.n": {"eq": 1}, "metadata.flag": {"eq": False}}, ""),
    ({"NOT": [{"metadata.n": {"eq": 1}, "metadata.flag": {"eq": False}}]}, " ".join(SHELF)),
    ({"NOT": [{"metadata.n": {"eq": 1}}, {"metadata.flag": {"eq": False}}]}, "text none missing hundred other"),
    ({"NOT": [{"metadata.n": {"gt": 0}}]}, "text none missing"),
    ({"NOT": [{"NOT": [{"metadata.n": {"gt": 0}}]}]}, "one half hundred other"),
    ({"AND": [{"metadata.n": {"gt": 0}}, {"metadata.n": {"lt": 2}}]}, "one half"),
    ({"OR": [{"metadata.n": {"eq": 1}}, {"content": {"eq": "shelf half"}}]}, "one half"),
    ({"kind": {"eq": "other"}}, "other"),
    # columns
    ({"position": {"gte": 2, "lt": 4}}, "half none"),
    ({"position": {"in": [0, 1.0]}}, "one text"),
    ({"author": {"contains": "%"}}, "hundred"),
    ({"author": {"icontains": "o'BRIEN"}}, "other"),
    ({"author": {"exists": False}}, "one text half none missing"),
    ({"author": {"ne": "O'Brien"}}, "one text half none missing hundred"),
    ({"wing": {"eq": "w"}}, "missing"),
    ({"wing": {"ne": "w"}}, "one text half none hundred other"),
    ({"wing": {"eq": "%"}}, ""),
    ({"wing": {"eq": "*"}}, ""),
    ({"palace": {"eq": "main"}}, " ".join(SHELF)),
    ({"occurred_at": {"eq": "2026-03-01T01:00:00+01:00"}}, "missing"),
    ({"occurred_at": {"lt": "2026-03-01T00:00:01Z"}}, "missing"),
    ({"occurred_at": {"eq": None}}, "one text half none hundred other"),
    ({"created_at": {"gt": "2000-01-01T00:00:00Z"}}, " ".join(SHELF)),
    ({"created_at": {"gt": "9999-12-30T23:59:59-23:59"}}, ""),
    ({"version": {"eq": 1}, "seen_count": {"lte": 1}}, " ".join(SHELF)),
    ({"position": {"gt": 10**30}}, ""),
    ({"metadata.n": {"lt": 10**30}}, "one half hundred other"),
]


OWN: dict[str, dict[str, Any]] = {
    "hundred": {"author": "100% me"},
    "other": {"author": "O'Brien", "kind": "other"},
    "missing": {"wing": "w", "position": None, "occurred_at": datetime(2026, 3, 1, tzinfo=UTC)},
}


@pytest.fixture
def shelf(ada: Actor) -> Actor:
    """Ada with a memory for each way a key can be filled."""
    for position, (name, metadata) in enumerate(SHELF.items()):
        fields = {"position": position, "conversation_id": "c", **OWN.get(name, {})}
        remember(ada, f"shelf {name}", metadata=metadata, **fields)
    return ada


def test_every_case_finds_the_same_in_list_recall_and_delete(shelf: Actor, api: Api) -> None:
    client = api(shelf)
    for filters, names in CASES:
        expected = {f"shelf {name}" for name in names.split()}
        text = quote(json.dumps(filters))

        in_list = {memory.content for memory in listed(shelf, filters)}
        in_recall = {item.memory.content for item in recall(shelf, "shelf", filters=filters, k=50).items}
        in_http = client.get(f"/v1/memories?filter={text}").body
        in_delete = client.delete(f"/v1/memories?filter={text}&dry_run=true") if filters else None

        assert in_list == expected, filters
        assert in_recall == expected, filters
        assert ({one["content"] for one in in_http["items"]}, in_http["total"]) == (expected, len(expected)), filters
        assert in_delete is None or in_delete.body["memories"] == len(expected), (filters, in_delete)


@pytest.mark.parametrize(
    ("filters", "path"),
    [
        ({"author": {"like": "x"}}, "filter.author.like"),
        ({"tenant_id": {"eq": "x"}}, "filter.tenant_id"),
        ({"OR": [{"position": {"eq": "1"}}]}, "filter.OR.0.position.eq"),
        ({"occurred_at": {"gt": "2026-01-31"}}, "filter.occurred_at.gt"),
    ],
)
def test_a_faulty_filter_is_refused_with_its_path_everywhere(
    ada: Actor, api: Api, filters: JsonValue, path: str
) -> None:
    client, text = api(ada), quote(json.dumps(filters))

    for answer in (
        client.get(f"/v1/memories?filter={text}"),
        client.delete(f"/v1/memories?filter={text}"),
        client.post("/v1/recall", {"query": "x", "filters": filters}),
    ):
        assert (answer.status, answer.body["error"]["code"]) == (400, "invalid_filter")
        assert answer.body["error"]["details"] == {"path": path}


@pytest.mark.parametrize("text", ["{", "[" * 5000, "9" * 5000, '{"metadata.a": {"gt": Infinity}}', '{"author": NaN}'])
def test_a_filter_that_is_no_json_is_refused(ada: Actor, api: Api, text: str) -> None:
    assert api(ada).get(f"/v1/memories?filter={quote(text)}").status == 400


@pytest.mark.parametrize("escape", ["\\ud800", "\\u0000"])
def test_a_text_that_no_memory_can_hold_is_refused_in_a_filter(ada: Actor, api: Api, escape: str) -> None:
    filters = f'{{"author": {{"eq": "{escape}"}}}}'

    assert api(ada).get(f"/v1/memories?filter={quote(filters)}").status == 400
    assert api(ada).post("/v1/recall", f'{{"query": "x", "filters": {filters}}}'.encode()).status == 400


def test_a_filter_never_reaches_another_tenant(ada: Actor, mallory: Actor, api: Api) -> None:
    remember(ada, "shelf secret", kind="k")

    either: JsonValue = [{"kind": {"eq": "k"}}, {"kind": {"exists": False}}]
    several: list[JsonValue] = [{"kind": {"eq": "k"}}, {"OR": either}, {"NOT": [{}]}]
    for filters in several:
        assert listed(mallory, filters) == []
        assert recall(mallory, "shelf", filters=filters).items == []
