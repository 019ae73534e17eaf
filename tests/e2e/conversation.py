"""The example conversation and the questions about it."""

from __future__ import annotations

import json

import httpx

from tests.architecture.source import ROOT
from tests.e2e.people import Json, every, get, post
from tests.e2e.stack import until

CONVERSATION = ROOT / "examples" / "maya-and-tom.jsonl"
WING = "maya-and-tom"
TURNS = 259
SWIMMING = "How many times did Maya go swimming and when was the last time?"
QUESTIONS: list[Json] = json.loads((ROOT / "examples" / "questions.json").read_text(encoding="utf-8"))


def question(words: str) -> Json:
    """The question that holds these words."""
    [found] = [one for one in QUESTIONS if words in one["question"]]
    return found


def has_its_meanings(caller: httpx.Client) -> bool:
    """Whether every memory can be found by its meaning."""
    return all(memory["status"] == "indexed" for memory in every(caller, "/v1/memories"))


def import_by_http(caller: httpx.Client) -> None:
    """Bring the conversation in and wait until it is found by words and meaning."""
    text = CONVERSATION.read_text(encoding="utf-8")
    begun = post(caller, "/v1/imports", {"format": "jsonl", "text": text, "wing": WING})
    until(lambda: get(caller, f"/v1/imports/{begun['id']}")["state"] == "done")
    until(lambda: has_its_meanings(caller))
