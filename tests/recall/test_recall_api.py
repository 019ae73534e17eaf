"""Recall over HTTP."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kernel.actors import Actor
from tests.memories.palace import remember
from tests.support.client import Client

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]


def test_an_answer_says_what_was_found_how_and_at_what_cost(ada: Actor, api: Api) -> None:
    remember(ada, "My cat is ill.", author="Maya", metadata={"a": 1})

    body = api(ada).post("/v1/recall", {"query": "cat"}).body

    (item,) = body["items"]
    assert (item["content"], item["author"], item["metadata"], item["status"]) == (
        "My cat is ill.",
        "Maya",
        {"a": 1},
        "stored",
    )
    assert set(item["signals"]) == {"lexical", "dense", "time", "author"}
    assert item["score"] == pytest.approx(sum(item["signals"].values()))
    assert (body["path"], body["usage"]["meter"], body["usage"]["quantity"]) == ("exact", "memory.recall", 1)
    assert body["tokens"] > 0
    assert body["took_ms"] > 0
    assert item["explain"] is None


def test_each_leg_is_explained_when_asked(ada: Actor, api: Api) -> None:
    remember(ada, "My cat is ill.")

    (item,) = api(ada).post("/v1/recall", {"query": "cat", "explain": True}).body["items"]

    assert {part["leg"] for part in item["explain"]} == {"lexical", "dense", "time", "author"}
    assert item["score"] == pytest.approx(sum(part["contribution"] for part in item["explain"]))
    lexical = next(part for part in item["explain"] if part["leg"] == "lexical")
    assert (lexical["rank"], lexical["score"]) == (1, 1.0)


@pytest.mark.parametrize("k", [0, -1, 201, 10_001, "10", 1.5, True, 10**30])
def test_a_k_out_of_range_is_refused(ada: Actor, api: Api, k: object) -> None:
    assert api(ada).post("/v1/recall", {"query": "cat", "k": k}).status == 400


@pytest.mark.parametrize("max_tokens", [0, -1, "10", 1_000_001, 1.5])
def test_a_budget_out_of_range_is_refused(ada: Actor, api: Api, max_tokens: object) -> None:
    assert api(ada).post("/v1/recall", {"query": "cat", "max_tokens": max_tokens}).status == 400


@pytest.mark.parametrize("query", ["", "  ", "x" * 10_001, "a\x00", None, 3, ["cat"]])
def test_a_query_that_is_none_is_refused(ada: Actor, api: Api, query: object) -> None:
    assert api(ada).post("/v1/recall", {"query": query}).status == 400


@pytest.mark.parametrize(
    "body", [{}, {"query": "x", "top_k": 3}, {"query": "x", "tenant_id": "y"}, {"q": "x"}, [], "x"]
)
def test_a_body_of_another_shape_is_refused(ada: Actor, api: Api, body: object) -> None:
    assert api(ada).post("/v1/recall", body).status == 400


@pytest.mark.parametrize("filters", [[], "x", {"AND": []}, {"kind": "x"}, {"nope": {"eq": 1}}])
def test_a_faulty_filter_is_refused(ada: Actor, api: Api, filters: object) -> None:
    assert api(ada).post("/v1/recall", {"query": "x", "filters": filters}).status == 400


def test_a_refused_recall_costs_nothing(ada: Actor, api: Api) -> None:
    client = api(ada)
    before = client.post("/v1/recall", {"query": "x"}).body["usage"]["remaining"]
    client.post("/v1/recall", {"query": "x", "filters": {"nope": {"eq": 1}}})

    assert client.post("/v1/recall", {"query": "x"}).body["usage"]["remaining"] == before - 1


def test_without_the_model_the_path_says_so_and_the_tenant_has_a_notice(
    ada: Actor, api: Api, without_model: None
) -> None:
    remember(ada, "My cat is ill.")

    assert api(ada).post("/v1/recall", {"query": "cat"}).body["path"] == "words_only"
    notices = api(ada).get("/v1/tenants/current").body["notices"]
    assert "embedder_missing" in [notice["code"] for notice in notices]
