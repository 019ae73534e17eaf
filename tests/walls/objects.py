"""How to make an object of a person's own for each parameter that a route takes, and bodies that pass.

A new route with a parameter that is not here fails the leak test: add a line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import uuid4

from tests.support.client import Answer, Client

SECRET = "acorns are buried under the third oak"
"""What only its owner may ever read."""

Factory = Callable[[Client], str]


def _id(answer: Answer) -> str:
    assert answer.status in (200, 201, 202), answer
    return str(answer.body["id"])


def make_key(client: Client) -> str:
    """An API key."""
    return _id(client.post("/v1/api-keys", {"name": SECRET, "permissions": ["memory.read"]}))


def make_palace(client: Client) -> str:
    """A palace."""
    return _id(client.post("/v1/palaces", {"name": f"oak-{uuid4().hex[:8]}"}))


def make_memory(client: Client) -> str:
    """A memory."""
    return _id(client.post("/v1/memories", {"content": f"{SECRET} {uuid4()}"}))


def make_import(client: Client) -> str:
    """An import."""
    text = f'{{"content": "{SECRET} {uuid4()}"}}'
    return _id(client.post("/v1/imports", {"format": "jsonl", "text": text}))


def make_agent(client: Client) -> str:
    """An agent."""
    body = {
        "name": f"forester-{uuid4().hex[:8]}",
        "instructions": SECRET,
        "model": {"provider": "scripted", "name": "quickstart"},
        "tools": [],
        "limits": {"max_steps": 3, "max_seconds": 30},
    }
    return _id(client.post("/v1/agents", body))


def make_run(client: Client) -> str:
    """A run; cancelled at once, since the event stream of one that waits for a worker has no end."""
    run_id = _id(client.post(f"/v1/agents/{make_agent(client)}/runs", {"task": SECRET}))
    client.post(f"/v1/runs/{run_id}/cancel", {})
    return run_id


FACTORIES: Mapping[str, Factory] = {
    "key_id": make_key,
    "palace_id": make_palace,
    "memory_id": make_memory,
    "import_id": make_import,
    "agent_id": make_agent,
    "run_id": make_run,
}

BODIES: Mapping[tuple[str, str], object] = {
    ("PATCH", "v1/memories/<uuid:memory_id>"): {"content": "changed by a stranger"},
    ("POST", "v1/agents/<uuid:agent_id>/runs"): {"task": "say hello"},
    ("POST", "v1/runs/<uuid:run_id>/cancel"): {},
}
"""Bodies that pass, so that a refusal is about the id."""

SEARCHES: Mapping[str, object] = {
    "v1/recall": {"query": SECRET},
}
"""POST routes that read, with a question whose answer only Ada has."""

ENDLESS = {"v1/runs/<uuid:run_id>/events"}
"""Streams that end only with their run: their owner does not wait for them here."""
