"""A run ends when it is cancelled and when its budget is used up, and says so."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from uuid import UUID

import pytest
from django.db import connections

from apps.agents.errors import RunIsOver
from apps.agents.services import driving, starting
from apps.agents.types import State
from apps.billing import services as billing
from apps.billing.types import Meter
from kernel.actors import Actor
from kernel.clock import SystemClock
from kernel.tenancy import tenant_scope
from language_models.port import ModelRequest
from tests.agents import stage

pytestmark = [pytest.mark.service, pytest.mark.sandbox, pytest.mark.usefixtures("sandbox")]


@contextmanager
def driven(actor: Actor, run_id: UUID, reply: Callable[[ModelRequest], str]) -> Iterator[threading.Thread]:
    """Drive a run on a thread beside the test."""

    def drive() -> None:
        driving.drive(actor.tenant_id, run_id, world=stage.model_world(reply))
        connections.close_all()

    thread = threading.Thread(target=drive)
    thread.start()
    try:
        yield thread
    finally:
        thread.join(60)


def cancel(actor: Actor, run_id: UUID, reason: str = "no longer needed") -> None:
    """Ask for the end of a run."""
    with tenant_scope(actor.tenant_id):
        starting.cancel_run(actor, run_id, reason=reason, clock=SystemClock())


def wait_for_code(actor: Actor, run_id: UUID) -> None:
    """Wait until the first step's code runs."""
    until = time.monotonic() + 30
    while not any(step.code for step in stage.look(actor, run_id).steps):
        assert time.monotonic() < until
        time.sleep(0.05)
    time.sleep(0.3)


def test_a_cancelled_run_stops_in_the_middle_of_its_code(ada: Actor) -> None:
    run_id = stage.start(ada)

    with driven(ada, run_id, stage.script("while True:\n    pass")) as thread:
        wait_for_code(ada, run_id)
        asked_at = time.monotonic()
        cancel(ada, run_id)
        thread.join(10)
        took = time.monotonic() - asked_at

    seen = stage.look(ada, run_id)
    assert seen.run.state == State.CANCELLED
    assert seen.run.error == {"code": "cancelled", "message": "no longer needed"}
    assert [step.state for step in seen.steps] == ["failed"]
    assert seen.charges == {"agent.step": 1, "sandbox.second": 1}
    assert took < 2.5


def test_a_cancelled_run_starts_no_further_tool_call(ada: Actor) -> None:
    run_id = stage.start(ada)
    code = "for n in range(100):\n    remember(f'number {n}')\n    sum(range(1_000_000))"

    with driven(ada, run_id, stage.script(code)):
        wait_for_code(ada, run_id)
        cancel(ada, run_id)

    seen = stage.look(ada, run_id)
    assert seen.run.state == State.CANCELLED
    assert 0 < len(seen.calls) < 100
    assert len(seen.calls) == seen.charges["memory.write"]


def test_a_run_that_waits_is_cancelled_at_once(ada: Actor) -> None:
    run_id = stage.start(ada)

    cancel(ada, run_id, "a mistake")

    assert stage.look(ada, run_id).run.state == State.CANCELLED
    driving.drive(ada.tenant_id, run_id)
    assert stage.look(ada, run_id).steps == []


def test_cancelling_twice_keeps_the_first_reason(ada: Actor) -> None:
    run_id = stage.start(ada)

    cancel(ada, run_id, "first")
    cancel(ada, run_id, "second")

    assert stage.look(ada, run_id).run.error == {"code": "cancelled", "message": "first"}


def test_a_run_that_is_over_cannot_be_cancelled(ada: Actor) -> None:
    seen = stage.run_with(ada, "final_answer(1)")

    with pytest.raises(RunIsOver):
        cancel(ada, seen.run.id)

    assert stage.look(ada, seen.run.id).run.state == State.SUCCEEDED


def test_a_run_out_of_steps_keeps_what_it_found(ada: Actor) -> None:
    seen = stage.run_with(ada, "print('half')", "print('more')", chosen=stage.definition(limits=stage.limits(steps=2)))

    assert seen.run.state == State.OUT_OF_BUDGET
    assert stage.failure(seen.run.error)[0] == "out_of_steps"
    assert (seen.run.answer, seen.run.is_partial) == ("more", True)
    assert seen.charges["agent.step"] == 2


def test_code_that_outlasts_the_runs_seconds_is_stopped(ada: Actor) -> None:
    started = time.monotonic()

    seen = stage.run_with(ada, "while True:\n    pass", chosen=stage.definition(limits=stage.limits(seconds=1)))

    assert seen.run.state == State.OUT_OF_BUDGET
    assert stage.failure(seen.run.error)[0] == "out_of_seconds"
    assert time.monotonic() - started < 5


def test_a_session_ended_by_a_limit_is_followed_by_a_fresh_one_and_the_model_is_told(ada: Actor) -> None:
    seen = stage.run_with(ada, "x = 1", "import os\nos._exit(3)", "final_answer('x' in globals())")

    assert stage.failure(seen.steps[1].error)[0] == "exited"
    assert "names and files of earlier steps are gone" in stage.failure(seen.steps[1].error)[1]
    assert seen.run.answer is False


def test_a_tenant_without_steps_left_gets_no_further_step(ada: Actor) -> None:
    use_up(ada, Meter.AGENT_STEP, 1_000 - 1)

    seen = stage.run_with(ada, "x = 1", "final_answer(x)")

    assert seen.run.state == State.OUT_OF_BUDGET
    assert stage.failure(seen.run.error)[0] == "quota_reached"
    assert [step.index for step in seen.steps] == [1]


def test_a_tenant_without_sandbox_seconds_left_keeps_the_step_that_used_the_last(ada: Actor) -> None:
    use_up(ada, Meter.SANDBOX_SECOND, 2_000 - Decimal("0.000001"))

    seen = stage.run_with(ada, "print('done')", "final_answer(1)")

    assert seen.run.state == State.OUT_OF_BUDGET
    assert stage.failure(seen.run.error)[0] == "quota_reached"
    assert [(step.state, step.stdout) for step in seen.steps] == [("done", "done\n")]


def test_an_answer_that_used_the_last_sandbox_second_is_still_given(ada: Actor) -> None:
    use_up(ada, Meter.SANDBOX_SECOND, 2_000 - Decimal("0.000001"))

    seen = stage.run_with(ada, "final_answer(1)")

    assert (seen.run.state, seen.run.answer) == (State.SUCCEEDED, 1)


def use_up(actor: Actor, meter: Meter, quantity: Decimal | int) -> None:
    """Use this much of the plan's allowance."""
    with tenant_scope(actor.tenant_id):
        billing.charge(actor, meter, quantity=quantity, at=SystemClock().now())
