"""The five steps of the README, with their true results."""

from __future__ import annotations

import json
import stat
import subprocess
from collections.abc import Iterator

import httpx
import pytest

from infra.launcher.places import this_checkout
from tests.e2e import conversation
from tests.e2e.people import Json, ended, every, get, post
from tests.e2e.stack import Instance, newcomer, until
from tests.mcp.client import Caller

pytestmark = [pytest.mark.stack, pytest.mark.timeout(180)]

EASY = [
    "When did Tom go swimming?",
    "reference of Maya's dispute",
    "How large was Maya's deposit",
    "Maya's address in Berlin now",
    "Where did Maya live in May 2026",
    "Does Maya drink coffee or tea",
    "allergic to her cat",
    "secret nickname",
    "When is Chidi's wedding",
    "For how much did Tom sell the Volvo",
]


@pytest.fixture(scope="module")
def program(instance: Instance) -> Iterator[httpx.Client]:
    """A program with the key of `instance.json`."""
    with instance.program() as caller:
        yield caller


@pytest.fixture(scope="module")
def imported(instance: Instance, program: httpx.Client) -> str:
    """What `enfilade import` said when it had brought the example in."""
    command = [str(this_checkout().venv / "bin" / "enfilade"), "import", str(conversation.CONVERSATION)]
    done = subprocess.run(
        [*command, "--wing", conversation.WING],
        env=newcomer(instance.home),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    until(lambda: conversation.has_its_meanings(program))
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def swimming(program: httpx.Client, imported: str) -> Json:
    """The archivist's run on the swimming question, at its end."""
    [archivist] = get(program, "/v1/agents")["items"]
    begun = post(program, f"/v1/agents/{archivist['id']}/runs", {"task": conversation.SWIMMING})
    return until(lambda: ended(program, begun["id"]))


def test_the_instance_file_is_private_and_its_log_in_opens_the_demo_tenant(
    instance: Instance, program: httpx.Client
) -> None:
    file = instance.home.instance

    assert set(json.loads(file.read_text())) == {
        "url", "api_key", "tenant", "palace", "member_email", "member_password"
    }  # fmt: skip
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert get(program, "/v1/tenants/current")["id"] == instance.tenant


def test_the_command_line_imports_the_example_conversation(imported: str, program: httpx.Client) -> None:
    [palace] = get(program, "/v1/palaces")["items"]
    wings = get(program, f"/v1/palaces/{palace['id']}")["wings"]

    assert "Imported 259 of 259 turns." in imported
    assert [(wing["name"], wing["memories"]) for wing in wings] == [(conversation.WING, conversation.TURNS)]


@pytest.mark.parametrize("words", EASY)
def test_recall_by_http_finds_every_evidence_of_a_question(program: httpx.Client, imported: str, words: str) -> None:
    asked = conversation.question(words)

    answer = post(program, "/v1/recall", {"query": asked["question"], "k": 10})

    found = [[item["conversation_id"], item["position"]] for item in answer["items"]]
    assert [turn for turn in asked["evidence"] if turn not in found] == []
    assert answer["usage"]["meter"] == "memory.recall"


def test_recall_by_the_official_mcp_client_finds_the_wedding(instance: Instance, imported: str) -> None:
    assistant = Caller(f"{instance.url}/mcp", instance.api_key)

    answer = assistant.call("recall", query="When does Chidi marry Amara?", k=2)

    assert not answer.is_error
    assert "Saturday, 12 December" in answer.text
    assert {tool.name for tool in assistant.tools()} >= {"recall", "remember", "get_memory", "list_memories", "forget"}


def test_the_code_agent_counts_the_swims_and_owns_to_the_scripted_model(swimming: Json) -> None:
    assert swimming["state"] == "succeeded", swimming["error"]
    assert "14 times" in swimming["answer"]
    assert "2026-09-12" in swimming["answer"]
    assert "scripted model" in swimming["answer"]


def test_the_agents_steps_recalled_and_counted_in_the_sandbox(program: httpx.Client, swimming: Json) -> None:
    first, second = get(program, f"/v1/runs/{swimming['id']}/steps")["items"]

    assert [call["name"] for call in first["tool_calls"]] == ["recall"]
    assert "2026-09-12" in second["stdout"]
    assert all(step["state"] == "done" and step["sandbox_seconds"] > 0 for step in (first, second))


def test_each_operation_is_a_row_of_the_ledger_and_the_agent_one_seat(program: httpx.Client, swimming: Json) -> None:
    rows = list(every(program, "/v1/usage/rows"))
    of_the_run = [row["meter"] for row in rows if row["run_id"] == swimming["id"]]

    assert sum(row["quantity"] for row in rows if row["meter"] == "memory.write") == conversation.TURNS
    assert sorted(of_the_run) == ["agent.step", "agent.step", "memory.recall", "sandbox.second", "sandbox.second"]
    assert [seat["name"] for seat in get(program, "/v1/usage")["seats"]] == ["archivist"]
    assert {row["meter"] for row in rows} == {"memory.write", "memory.recall", "agent.step", "sandbox.second"}
