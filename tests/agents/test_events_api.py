"""The event stream of a run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.http import StreamingHttpResponse

from apps.agents.api import events
from kernel.actors import Actor
from kernel.types import JsonObject
from tests.agents import stage
from tests.support.client import Client
from tests.support.queue import RunQueue

pytestmark = [pytest.mark.service, pytest.mark.sandbox, pytest.mark.usefixtures("sandbox")]

Api = Callable[[Actor], Client]


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """One server-sent event."""

    id: int
    kind: str
    data: JsonObject


def read(text: str) -> list[Event]:
    """The events of a stream, as a browser would read them."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "event" in fields:
            found.append(Event(id=int(fields["id"]), kind=fields["event"], data=json.loads(fields["data"])))
    return found


@pytest.fixture
def run(ada: Actor, run_queue: RunQueue) -> stage.Seen:
    """A run of two steps that has ended."""
    return stage.run_with(ada, "print('one\\n\\ntwo')", "final_answer(2)")


def test_a_stream_tells_every_step_and_ends_with_the_run(ada: Actor, api: Api, run: stage.Seen) -> None:
    answer = api(ada).get(f"/v1/runs/{run.run.id}/events", accept="text/event-stream")

    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/event-stream"
    told = read(answer.body)
    assert [(event.kind, event.data.get("index")) for event in told] == [("step", 1), ("step", 2), ("run", None)]
    assert (told[0].data["stdout"], told[-1].data["state"], told[-1].data["answer"]) == ("one\n\ntwo\n", "succeeded", 2)
    assert [event.id for event in told] == sorted({event.id for event in told})


def test_a_stream_goes_on_after_the_last_event_that_arrived(ada: Actor, api: Api, run: stage.Seen) -> None:
    client, path = api(ada), f"/v1/runs/{run.run.id}/events"
    told = read(client.get(path).body)

    for position, event in enumerate(told[:-1]):
        assert read(client.get(path, last_event_id=str(event.id)).body) == told[position + 1 :]
    assert read(client.get(path, last_event_id=str(told[-1].id)).body) == told[-1:]


def test_a_run_can_be_started_and_followed_in_one_call(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    client = api(ada)
    body = {"name": "one call", "model": {"provider": "scripted"}}
    agent_id = client.post("/v1/agents", body).body["id"]

    response = client.open("POST", f"/v1/agents/{agent_id}/runs?stream=true", {"task": "Say hello."})

    assert isinstance(response, StreamingHttpResponse)
    pieces = response.streaming_content
    assert isinstance(pieces, Iterator)
    first = read(next(pieces).decode() + next(pieces).decode())
    assert [(event.kind, event.data["state"]) for event in first] == [("run", "queued")]
    run_queue()
    assert read("".join(piece.decode() for piece in pieces))[-1].data["state"] == "succeeded"


def test_a_process_serves_a_limited_number_of_streams(ada: Actor, api: Api, run: stage.Seen) -> None:
    client, path = api(ada), f"/v1/runs/{run.run.id}/events"
    slots = [events.Slot() for _ in range(events.MOST_STREAMS)]

    refused = client.get(path)
    agent_path = f"/v1/agents/{run.run.agent_id}/runs?stream=true"
    not_started = client.post(agent_path, {"task": "x"})
    for slot in slots:
        slot.release()

    assert (refused.status, refused.body["error"]["code"]) == (503, "too_many_streams")
    assert refused.headers["Retry-After"] == "5"
    assert not_started.status == 503
    assert client.get("/v1/runs").body["total"] == 1
    assert client.get(path).status == 200


def test_a_stream_that_is_left_gives_its_place_back(ada: Actor, api: Api, run: stage.Seen) -> None:
    client, path = api(ada), f"/v1/runs/{run.run.id}/events"

    for _ in range(2 * events.MOST_STREAMS):
        response = client.open("GET", path)
        assert response.status_code == 200
        response.close()


@pytest.mark.parametrize("header", ["x", "-1", "1e3", "9" * 12])
def test_a_last_event_id_of_no_stream_is_refused(header: str, ada: Actor, api: Api, run: stage.Seen) -> None:
    answer = api(ada).get(f"/v1/runs/{run.run.id}/events", last_event_id=header)

    assert (answer.status, answer.body["error"]["code"]) == (400, "invalid_input")


def test_steps_are_listed_in_their_order_with_their_tool_calls(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    seen = stage.run_with(ada, "remember('A heron stands in the pond.', wing='birds')", "final_answer('ok')")

    [first, second] = api(ada).get(f"/v1/runs/{seen.run.id}/steps").body["items"]

    [call] = first["tool_calls"]
    assert (call["name"], call["error"]) == ("remember", None)
    assert call["arguments"] == {"wing": "birds", "content": "A heron stands in the pond."}
    assert (second["index"], second["value"], second["state"]) == (2, "ok", "done")
