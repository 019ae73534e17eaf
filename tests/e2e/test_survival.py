"""What an instance survives, and what it refuses: killed workers, full plans, strangers."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.e2e.people import Json, client, ended, every, get, post, signed_up
from tests.e2e.stack import Instance, running_instance, until
from tests.fakes.models.dialects import Says
from tests.fakes.models.server import ModelServer

pytestmark = [pytest.mark.stack, pytest.mark.timeout(180)]

# about two seconds of work each: sleeping would take none, the sandbox's clock is its own
WORK = "for number in range(6_000_000):\n    pass\n"
LABOUR = (f"found = 40\n{WORK}", f"found += 1\n{WORK}print(found)", f"{WORK}found += 1", "final_answer(found)")
FREE_WRITES = 10_000
BATCH = 1_000


def reply(code: str) -> Says:
    """A model's turn that runs code."""
    return Says(text=f"On with it.\n```python\n{code}\n```")


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    """A language model of our own."""
    with ModelServer() as server:
        yield server


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, model: ModelServer) -> Iterator[Instance]:
    """An instance that may be harmed; its agents ask `model`."""
    asks = {"ENFILADE_MODEL_URL": f"{model.url}/v1", "ENFILADE_MODEL_NAME": "served-model"}
    with running_instance(Path(tmp_path_factory.mktemp("survival")) / "home", asks) as made:
        yield made


@pytest.fixture
def program(own: Instance) -> Iterator[httpx.Client]:
    """A program with the demo tenant's key."""
    with own.program() as caller:
        yield caller


def kill(own: Instance, worker: str) -> int:
    """End a worker at once, as a crash would; returns who it was."""
    pid = own.pid_of(worker)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def successor(own: Instance, worker: str, pid: int) -> int | None:
    """The process that has taken the place of a killed one."""
    found = own.pid_of(worker)
    return found if found != pid else None


def is_at_work(program: httpx.Client, run: Json, index: int) -> bool:
    """Whether the code of that step is running."""
    steps = get(program, f"/v1/runs/{run['id']}/steps")["items"]
    return any(step["index"] == index and step["state"] == "running" and step["code"] for step in steps)


def test_a_run_outlives_its_worker_and_each_step_is_billed_once(
    own: Instance, program: httpx.Client, model: ModelServer
) -> None:
    model.will(*map(reply, LABOUR))
    agent = post(program, "/v1/agents", {"name": "labourer", "tools": []})
    run = post(program, f"/v1/agents/{agent['id']}/runs", {"task": "Work hard."})
    until(lambda: is_at_work(program, run, 2))

    killed = kill(own, "agents")
    until(lambda: successor(own, "agents", killed))
    killed_at = time.monotonic()
    done = until(lambda: ended(program, run["id"]), seconds=60)

    assert (done["state"], done["answer"]) == ("succeeded", 42), done["error"]
    assert time.monotonic() - killed_at < 45  # seconds; about 15 on an idle machine
    assert len(model.received) == len(LABOUR), "a reply that was recorded is not asked for again"
    billed = [row["meter"] for row in every(program, "/v1/usage/rows") if row["run_id"] == run["id"]]
    assert sorted(billed) == ["agent.step"] * len(LABOUR) + ["sandbox.second"] * len(LABOUR)


def test_a_run_that_is_sent_while_the_worker_is_gone_is_done_by_its_successor(
    own: Instance, program: httpx.Client, model: ModelServer
) -> None:
    model.will(reply("final_answer('here')"))
    agent = post(program, "/v1/agents", {"name": "latecomer", "tools": []})

    killed = kill(own, "agents")
    run = post(program, f"/v1/agents/{agent['id']}/runs", {"task": "Say where you are."})

    assert until(lambda: ended(program, run["id"]), seconds=60)["answer"] == "here"
    assert own.pid_of("agents") != killed


def test_a_memory_written_while_its_worker_is_gone_gets_its_meaning_later(own: Instance, program: httpx.Client) -> None:
    killed = kill(own, "worker")
    stored = post(program, "/v1/memories", {"content": "The spare key hangs behind the clock."})

    until(lambda: successor(own, "worker", killed))
    until(lambda: get(program, f"/v1/memories/{stored['id']}")["status"] == "indexed", seconds=90)


def test_a_full_free_plan_refuses_with_402_and_writes_nothing(own: Instance) -> None:
    with signed_up(own.url, "full") as person:
        for start in range(0, FREE_WRITES, BATCH):
            texts = [{"content": f"note {number}", "room": "filler"} for number in range(start, start + BATCH)]
            post(person, "/v1/memories", {"items": texts})

        refused = person.post("/v1/memories", json={"content": "one too many"})

        assert (refused.status_code, refused.json()["error"]["code"]) == (402, "quota_reached")
        assert get(person, "/v1/memories", limit=1)["total"] == FREE_WRITES
        assert get(person, "/v1/usage")["cap"]["reached"] is True
        # spares the machine 10,000 embeddings
        assert person.delete("/v1/memories", params={"filter": '{"room": {"eq": "filler"}}'}).status_code == 200


def test_two_tenants_never_see_each_others_memories_runs_or_keys(own: Instance) -> None:
    with signed_up(own.url, "lina") as lina, signed_up(own.url, "mallory") as mallory:
        kept = post(lina, "/v1/memories", {"content": "Lina's locker opens with 2719.", "wing": "lina"})
        agent = post(lina, "/v1/agents", {"name": "private"})
        key = post(lina, "/v1/api-keys", {"name": "hers", "permissions": ["memory.read"]})
        palace = get(lina, "/v1/palaces")["items"][0]

        paths = [f"memories/{kept['id']}", f"memories/{kept['id']}/versions", f"agents/{agent['id']}"]
        peeked = [mallory.get(f"/v1/{path}").status_code for path in [*paths, f"palaces/{palace['id']}"]]

        assert peeked == [404, 404, 404, 404]
        assert post(mallory, "/v1/recall", {"query": "Lina's locker"})["items"] == []
        assert [get(mallory, f"/v1/{name}")["total"] for name in ("memories", "agents", "api-keys")] == [0, 0, 0]
        assert mallory.delete(f"/v1/memories/{kept['id']}").status_code == 404
        with client(own.url, key=key["secret"]) as hers:
            assert get(hers, f"/v1/memories/{kept['id']}")["content"] == "Lina's locker opens with 2719."
