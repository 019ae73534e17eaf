"""`final_answer` ends a step, whatever the code around it does."""

from __future__ import annotations

import pytest

from apps.sandbox.runtime.limits import Limits
from apps.sandbox.runtime.outcomes import Outcome
from apps.sandbox.runtime.worker import SandboxSession
from tests.sandbox.conftest import OpenSession

pytestmark = pytest.mark.sandbox


def test_the_answer_ends_the_step_and_is_json(session: SandboxSession) -> None:
    step = session.run("final_answer({'total': [1, 2]})\nprint('never')")

    assert step.outcome is Outcome.OK
    assert step.final
    assert step.value == {"total": [1, 2]}
    assert step.stdout == ""


def test_an_answer_of_none_is_still_final(session: SandboxSession) -> None:
    step = session.run("final_answer(None)")

    assert step.final
    assert step.value is None


@pytest.mark.parametrize(
    "handler", ["except:", "except Exception:", "except BaseException as e:", "except* BaseException:"]
)
def test_no_handler_can_swallow_it(session: SandboxSession, handler: str) -> None:
    step = session.run(f"try:\n    final_answer(1)\n{handler}\n    print('swallowed')\nprint('went on')")

    assert step.final
    assert (step.value, step.stdout) == (1, "")


def test_a_loop_of_handlers_cannot_swallow_it(session: SandboxSession) -> None:
    step = session.run("def f():\n    while True:\n        try: final_answer(7)\n        except: continue\nf()")

    assert step.final
    assert step.value == 7


def test_suppressing_it_in_a_library_does_not_lose_the_answer(session: SandboxSession) -> None:
    step = session.run("import contextlib\nwith contextlib.suppress(BaseException): final_answer(3)\n4")

    assert step.final
    assert step.value == 3


def test_the_answer_is_kept_even_if_the_step_is_killed_afterwards(open_session: OpenSession) -> None:
    session = open_session(limits=Limits(cpu_s=0.3))

    step = session.run("def f():\n    try: final_answer(5)\n    finally:\n        while True: pass\nf()")

    assert step.outcome is Outcome.CPU_LIMIT
    assert step.final
    assert step.value == 5


def test_dates_sets_and_dataclasses_become_json(session: SandboxSession) -> None:
    step = session.run(
        "import dataclasses, datetime\n@dataclasses.dataclass\nclass Room: name: str\n"
        "final_answer([Room('a'), {2}, datetime.date(2026, 1, 2)])"
    )

    assert step.value == [{"name": "a"}, [2], "2026-01-02"]


def test_an_answer_that_cannot_be_json_is_an_error_and_not_final(session: SandboxSession) -> None:
    step = session.run("final_answer(object())")

    assert step.outcome is Outcome.ERROR
    assert not step.final


def test_the_session_goes_on_after_an_answer(session: SandboxSession) -> None:
    session.run("final_answer(1)")

    assert not session.run("x = 2\nx").final
    assert session.run("x").value == 2


def test_an_answer_that_is_too_large_is_an_error_and_not_final(open_session: OpenSession) -> None:
    session = open_session(limits=Limits(tool_bytes=1000))

    step = session.run("final_answer('x' * 2000)")

    assert step.error is not None
    assert step.error.message == "the answer is too large"
    assert not step.final
