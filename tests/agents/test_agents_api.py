"""Agents, runs and steps over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from uuid import uuid4

import pytest
from pytest_django import Settings

from kernel.actors import Actor, Permission
from tests.support.client import Client
from tests.support.queue import RunQueue

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]
BODY = {
    "name": "counter",
    "instructions": "Count.",
    "model": {"provider": "scripted"},
    "tools": ["recall"],
    "limits": {"max_steps": 5, "max_seconds": 60},
}


@pytest.fixture(autouse=True)
def caught(run_queue: RunQueue) -> Iterator[RunQueue]:
    """No run starts by itself."""
    yield run_queue


def make_agent(client: Client, **changes: object) -> str:
    """An agent's id."""
    answer = client.post("/v1/agents", {**BODY, **changes})
    assert answer.status == 201, answer
    return str(answer.body["id"])


def start(client: Client, agent_id: str) -> str:
    """A run's id."""
    answer = client.post(f"/v1/agents/{agent_id}/runs", {"task": "Count the sheep."})
    assert answer.status == 202, answer
    return str(answer.body["id"])


def test_an_agent_is_made_listed_and_read(ada: Actor, api: Api) -> None:
    client = api(ada)

    agent_id = make_agent(client)

    read = client.get(f"/v1/agents/{agent_id}").body
    assert client.get("/v1/agents").body["items"] == [read]
    assert read | BODY == read | {"model": {"provider": "scripted"}}
    assert read["version"] == 1


def test_two_agents_of_one_tenant_cannot_share_a_name(ada: Actor, mallory: Actor, api: Api) -> None:
    make_agent(api(ada))

    answer = api(ada).post("/v1/agents", BODY)

    assert (answer.status, answer.body["error"]["code"]) == (409, "name_taken")
    make_agent(api(mallory))


@pytest.mark.parametrize(
    "change",
    [
        {"model": {"provider": "openai", "base_url": "http://169.254.169.254/"}},
        {"model": {"provider": "ollama"}},
        {"tools": ["recall", "shell"]},
        {"limits": {"max_steps": 51, "max_seconds": 60}},
        {"limits": {"max_steps": 5, "max_seconds": 3601}},
        {"name": " "},
        {"instructions": "a\x00b"},
        {"colour": "red"},
    ],
    ids=str,
)
def test_a_definition_that_makes_no_sense_is_refused(change: dict[str, object], ada: Actor, api: Api) -> None:
    answer = api(ada).post("/v1/agents", {**BODY, **change})

    assert (answer.status, answer.body["error"]["code"]) == (400, "invalid_body")
    assert api(ada).get("/v1/agents").body["total"] == 0


def test_a_new_version_is_used_by_new_runs_and_leaves_old_ones_alone(ada: Actor, api: Api) -> None:
    client = api(ada)
    agent_id = make_agent(client)
    before = start(client, agent_id)

    answer = client.post(f"/v1/agents/{agent_id}/versions", {"instructions": "Count twice.", "tools": []})

    assert (answer.status, answer.body["version"]) == (201, 2)
    after = start(client, agent_id)
    assert client.get(f"/v1/runs/{before}").body["agent"]["version"] == 1
    assert client.get(f"/v1/runs/{after}").body["agent"]["version"] == 2
    versions = client.get(f"/v1/agents/{agent_id}/versions").body["items"]
    assert [item["instructions"] for item in versions] == ["Count twice.", "Count."]


def test_a_started_run_is_queued_and_sent_to_a_worker(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    client = api(ada)

    run_id = start(client, make_agent(client))

    run = client.get(f"/v1/runs/{run_id}").body
    assert (run["state"], run["task"], run["answer"]) == ("queued", "Count the sheep.", None)
    assert run["usage"] == {"input_tokens": 0, "output_tokens": 0, "cost_usd": "0", "unpriced_calls": 0}
    assert run["limits"] == BODY["limits"]
    [sent] = [sent for sent in run_queue.sent if sent.task == "agents.run"]
    assert sent.arguments == {"tenant_id": str(ada.tenant_id), "run_id": run_id}


def test_a_retried_start_with_an_idempotency_key_starts_one_run(ada: Actor, api: Api) -> None:
    client = api(ada)
    path = f"/v1/agents/{make_agent(client)}/runs"

    answers = [client.post(path, {"task": "once"}, idempotency_key="k1") for _ in range(2)]

    assert answers[0].body["id"] == answers[1].body["id"]
    assert client.get("/v1/runs").body["total"] == 1


def test_runs_are_listed_by_agent_and_state(ada: Actor, api: Api) -> None:
    client = api(ada)
    first, second = make_agent(client), make_agent(client, name="other")
    mine, other = start(client, first), start(client, second)
    client.post(f"/v1/runs/{mine}/cancel", {"reason": "enough"})

    def listed(query: str) -> list[str]:
        return [item["id"] for item in client.get(f"/v1/runs{query}").body["items"]]

    assert listed("") == [other, mine]
    assert listed(f"?agent={first}") == [mine]
    assert listed("?state=queued") == [other]
    assert client.get("/v1/runs?state=asleep").status == 400


def test_a_cancelled_run_says_why(ada: Actor, api: Api) -> None:
    client = api(ada)
    run_id = start(client, make_agent(client))

    answer = client.post(f"/v1/runs/{run_id}/cancel", {"reason": "enough"})

    assert (answer.status, answer.body["state"]) == (200, "cancelled")
    assert answer.body["error"] == {"code": "cancelled", "message": "enough"}


def test_a_strangers_run_is_like_one_that_does_not_exist(ada: Actor, mallory: Actor, api: Api) -> None:
    run_id = start(api(ada), make_agent(api(ada)))
    stranger = api(mallory)

    for path in ("", "/steps", "/events"):
        assert stranger.get(f"/v1/runs/{run_id}{path}").status == 404
        assert stranger.get(f"/v1/runs/{uuid4()}{path}").status == 404
    assert stranger.post(f"/v1/runs/{run_id}/cancel", {}).status == 404
    assert api(ada).get(f"/v1/runs/{run_id}").body["state"] == "queued"


def test_a_key_of_one_palace_sees_no_run_that_reached_further(ada: Actor, api: Api) -> None:
    owner = api(ada)
    run_id = start(owner, make_agent(owner))
    palace = owner.post("/v1/palaces", {"name": "garden"}).body["id"]
    within = start(owner, make_agent(owner, name="gardener", palace="garden"))

    limited = api(replace(ada, palaces=frozenset({palace})))

    assert [item["id"] for item in limited.get("/v1/runs").body["items"]] == [within]
    assert limited.get(f"/v1/runs/{run_id}/steps").status == 404


def test_a_key_of_one_palace_cannot_start_an_agent_of_another(ada: Actor, api: Api) -> None:
    owner = api(ada)
    garden = owner.post("/v1/palaces", {"name": "garden"}).body["id"]
    agent_id = make_agent(owner, palace="office")
    limited = api(replace(ada, palaces=frozenset({garden})))

    answer = limited.post(f"/v1/agents/{agent_id}/runs", {"task": "x"})

    assert (answer.status, answer.body["error"]["code"]) == (403, "palace_out_of_reach")
    assert owner.get("/v1/runs").body["total"] == 0


def test_an_agent_whose_model_the_instance_lacks_cannot_be_started(ada: Actor, api: Api) -> None:
    client = api(ada)
    agent_id = make_agent(client, model={"provider": "anthropic", "name": "claude-sonnet-4"})

    answer = client.post(f"/v1/agents/{agent_id}/runs", {"task": "x"})

    assert (answer.status, answer.body["error"]["code"]) == (409, "model_not_configured")


def test_without_a_model_the_instance_says_so(ada: Actor, member_client: Api, settings: Settings) -> None:
    def codes() -> list[str]:
        notices = member_client(ada).get("/v1/tenants/current").body["notices"]
        return [notice["code"] for notice in notices]

    settings.ENFILADE_MODEL_URL = ""
    assert "no_model" in codes()
    settings.ENFILADE_MODEL_URL = "http://127.0.0.1:11434/v1"
    assert "no_model" not in codes()


def test_a_viewer_reads_runs_and_starts_none(ada: Actor, api: Api) -> None:
    agent_id = make_agent(api(ada))
    viewer = api(replace(ada, permissions=frozenset({Permission.AGENT_READ, Permission.RUN_READ})))

    assert viewer.get("/v1/runs").status == 200
    assert viewer.post(f"/v1/agents/{agent_id}/runs", {"task": "x"}).status == 403
