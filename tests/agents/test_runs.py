"""A run from its start to its end: model, sandbox, tools, record and bill."""

from __future__ import annotations

from dataclasses import replace

import pytest

from apps.agents.services import driving
from apps.agents.types import State, ToolName
from apps.memories.models import Memory
from apps.sandbox import services as sandboxes
from kernel.actors import Actor, Permission
from kernel.tenancy import tenant_scope
from language_models.errors import AuthFailed
from language_models.scripted import ScriptedModel
from tests.agents import stage
from tests.support.queue import RunQueue

pytestmark = [pytest.mark.service, pytest.mark.sandbox, pytest.mark.usefixtures("sandbox")]


def test_a_run_remembers_recalls_and_answers(ada: Actor) -> None:
    seen = stage.run_with(
        ada,
        'kept = remember("The key lies under the mat.", author="Ada")\nkept["status"]',
        'found = recall("where does the key lie?")\nfinal_answer([found[0]["content"], found[0]["author"]])',
    )

    assert seen.run.state == State.SUCCEEDED
    assert seen.run.answer == ["The key lies under the mat.", "Ada"]
    assert [step.state for step in seen.steps] == ["done", "done"]
    assert seen.steps[0].value == "stored"
    assert [(call.name, call.state) for call in seen.calls] == [("remember", "done"), ("recall", "done")]


def test_a_started_run_is_executed_by_the_queue(ada: Actor, run_queue: RunQueue) -> None:
    run_id = stage.start(ada, task="How many times did Maya go swimming?")

    run_queue()

    seen = stage.look(ada, run_id)
    assert seen.run.state == State.SUCCEEDED
    assert "No memory of Maya" in str(seen.run.answer)


def test_each_step_is_billed_once_and_the_agent_takes_one_seat(ada: Actor) -> None:
    seen = stage.run_with(ada, "x = 1", "final_answer(x)")

    assert seen.charges == {"agent.step": 2, "sandbox.second": 2}
    assert seen.seats == 1


def test_variables_stay_from_step_to_step(ada: Actor) -> None:
    seen = stage.run_with(ada, "def f(n):\n    return n * 2", "y = f(21)", "final_answer(y)")

    assert seen.run.answer == 42


def test_an_error_in_the_code_is_shown_to_the_model_and_the_run_goes_on(ada: Actor) -> None:
    seen = stage.run_with(ada, "1 / 0", "final_answer('still here')")

    assert seen.steps[0].state == "failed"
    assert stage.failure(seen.steps[0].error)[0] == "python_error"
    assert "ZeroDivisionError" in stage.failure(seen.steps[0].error)[1]
    assert seen.run.state == State.SUCCEEDED


def test_a_tool_that_the_agent_was_not_granted_does_not_exist_for_it(ada: Actor) -> None:
    seen = stage.run_with(
        ada, "try:\n    remember('x')\nexcept NameError as e:\n    final_answer(str(e))",
        chosen=stage.definition(tools=(ToolName.RECALL,)),
    )  # fmt: skip

    assert "remember" in str(seen.run.answer)
    assert seen.calls == []


def test_a_right_that_the_starter_lacks_is_lacking_in_the_tool(ada: Actor) -> None:
    reader = stage.with_rights(ada, {Permission.MEMORY_READ, Permission.RUN_WRITE, Permission.AGENT_READ})
    run_id = stage.start_by(ada, reader)
    reply = stage.script("try:\n    remember('x')\nexcept ToolError as e:\n    final_answer(e.code)")

    driving.drive(ada.tenant_id, run_id, world=stage.model_world(reply))

    seen = stage.look(ada, run_id)
    assert seen.run.answer == "missing_permission"
    assert seen.calls[0].error == {"code": "missing_permission", "message": "This needs the permission memory.write."}


@pytest.mark.parametrize("call", ["recall()", "recall('x', k='many')", "recall('x', 1, None, None, 5)", "recall(1)"])
def test_wrong_arguments_are_a_typed_error_in_the_guest(ada: Actor, call: str) -> None:
    seen = stage.run_with(ada, f"try:\n    {call}\nexcept ToolError as e:\n    final_answer(e.code)")

    assert seen.run.answer == "invalid_arguments"


def test_a_reply_in_prose_is_an_answer_and_needs_no_sandbox(ada: Actor) -> None:
    run_id = stage.start(ada)

    driving.drive(ada.tenant_id, run_id, world=stage.model_world(lambda request: "There are four seasons."))

    seen = stage.look(ada, run_id)
    assert (seen.run.state, seen.run.answer) == (State.SUCCEEDED, "There are four seasons.")
    assert seen.charges == {"agent.step": 1}


def test_what_an_agent_remembers_names_the_agent_run_as_its_writer(ada: Actor) -> None:
    seen = stage.run_with(ada, "final_answer(remember('The gate squeaks.')['id'])")

    with tenant_scope(ada.tenant_id):
        memory = Memory.objects.get(id=str(seen.run.answer))
    assert (memory.channel, memory.writer_kind, memory.writer_id) == ("agent", "agent_run", seen.run.id)
    assert memory.source == f"run:{seen.run.id}"


def test_a_run_whose_sandboxes_are_all_taken_is_put_back_and_not_counted(ada: Actor) -> None:
    run_id = stage.start(ada)
    world = replace(stage.model_world(stage.script("final_answer(1)")), sandbox_wait_seconds=0.1)

    with sandboxes.open_session(), sandboxes.open_session():
        driving.drive(ada.tenant_id, run_id, world=world)

    seen = stage.look(ada, run_id)
    assert (seen.run.state, seen.run.attempts) == (State.RUNNING, 0)
    driving.drive(ada.tenant_id, run_id, world=world)
    assert stage.look(ada, run_id).run.state == State.SUCCEEDED
    assert stage.look(ada, run_id).charges == {"agent.step": 1, "sandbox.second": 1}


def test_a_fault_around_the_run_leaves_it_to_be_taken_up_again(ada: Actor, caplog: pytest.LogCaptureFixture) -> None:
    run_id = stage.start(ada)

    driving.drive(ada.tenant_id, run_id, world=stage.model_world(stage.script()))

    assert "was interrupted (attempt 1)" in caplog.text
    driving.drive(ada.tenant_id, run_id, world=stage.model_world(stage.script("final_answer(1)")))
    assert stage.look(ada, run_id).run.state == State.SUCCEEDED


def test_a_model_that_refuses_ends_the_run_with_its_code(ada: Actor) -> None:
    run_id = stage.start(ada)
    world = driving.World(open_model=lambda spec: ScriptedModel([AuthFailed("the key is wrong")]))

    driving.drive(ada.tenant_id, run_id, world=world)

    seen = stage.look(ada, run_id)
    assert seen.run.state == State.FAILED
    assert seen.run.error == {"code": "model_auth_failed", "message": "the key is wrong"}
    assert [step.state for step in seen.steps] == ["failed"]


def test_an_agent_of_one_palace_sees_nothing_of_another(ada: Actor) -> None:
    stage.remember(ada, "The safe's number is 4711.", palace="office")

    seen = stage.run_with(
        ada,
        "final_answer([m['content'] for m in recall('number of the safe')])",
        chosen=stage.definition(palace="garden"),
    )

    assert seen.run.answer == []


def test_text_that_the_database_cannot_hold_does_not_stop_a_run(ada: Actor) -> None:
    seen = stage.run_with(ada, "print('a\\x00b')\n'c\\x00'", "final_answer({'z': '\\x00', 'a': 1e2})")

    assert seen.steps[0].stdout == "a\ufffdb\n"
    assert seen.steps[0].value == "c\x00"
    assert isinstance(seen.run.answer, dict)
    assert list(seen.run.answer.items()) == [("z", "\x00"), ("a", 100.0)]
