"""Host tools, as the agent sees them and as the host records them."""

from __future__ import annotations

import threading
import time

import pytest

from apps.sandbox.runtime.json_types import JsonObject, JsonValue
from apps.sandbox.runtime.limits import Limits
from apps.sandbox.runtime.outcomes import Outcome
from apps.sandbox.runtime.tool_gate import Toolbox, ToolFailure
from tests.sandbox.conftest import OpenSession

pytestmark = pytest.mark.sandbox


def answer(name: str, args: list[JsonValue], kwargs: JsonObject) -> JsonValue:
    """A callback that shows what it was given, and fails when asked to."""
    if kwargs.get("fail") == "known":
        raise ToolFailure("palace_closed", "the palace is closed")
    if kwargs.get("fail") == "unknown":
        raise KeyError("a secret")
    return {"name": name, "args": args, "kwargs": kwargs}


RECALL = Toolbox(names=("recall",), call=answer)


def test_a_tool_is_a_plain_function_and_an_attribute_of_tools(open_session: OpenSession) -> None:
    session = open_session(tools=RECALL)

    step = session.run("import tools as t\n[recall('q', k=2), tools.recall(), t.recall is recall]")

    expected = {"name": "recall", "args": ["q"], "kwargs": {"k": 2}}
    assert step.value == [expected, {"name": "recall", "args": [], "kwargs": {}}, True]


def test_each_call_is_recorded_with_arguments_result_and_time(open_session: OpenSession) -> None:
    step = open_session(tools=RECALL).run("recall('q')")

    (call,) = step.tool_calls
    assert (call.name, call.args, call.kwargs, call.error) == ("recall", ["q"], {}, None)
    assert call.result == {"name": "recall", "args": ["q"], "kwargs": {}}
    assert step.tool_seconds == call.seconds >= 0


def test_a_failure_reaches_the_agent_with_code_and_message(open_session: OpenSession) -> None:
    step = open_session(tools=RECALL).run(
        "try: recall(fail='known')\nexcept ToolError as e: caught = [e.code, e.message, str(e)]\ncaught"
    )

    assert step.value == ["palace_closed", "the palace is closed", "palace_closed: the palace is closed"]
    assert step.tool_calls[0].error == ("palace_closed", "the palace is closed")


def test_an_unexpected_failure_does_not_tell_its_text(open_session: OpenSession) -> None:
    step = open_session(tools=RECALL).run("recall(fail='unknown')")

    assert step.outcome is Outcome.ERROR
    assert step.error is not None
    assert step.error.message == "tool_failed: the tool failed unexpectedly"
    assert "secret" not in step.error.traceback


def test_a_tool_that_was_not_granted_does_not_exist(open_session: OpenSession) -> None:
    session = open_session(tools=RECALL)

    assert session.run("forget()").outcome is Outcome.ERROR
    error = session.run("tools.forget()").error
    assert error is not None
    assert error.message == "there is no tool 'forget'; granted: recall"


def test_a_forged_call_of_a_tool_that_was_not_granted_is_refused(open_session: OpenSession) -> None:
    step = open_session(tools=RECALL).run("import wit_world\nwit_world.call_tool('forget', '[[], {}]')")

    assert isinstance(step.value, str)
    assert "no_such_tool" in step.value


@pytest.mark.parametrize("arguments", ["nonsense", "[]", '{"a": 1}', "[[], {}, 1]", "[[NaN], {}]", "[" * 100_000])
def test_forged_arguments_never_reach_a_tool(open_session: OpenSession, arguments: str) -> None:
    step = open_session(tools=RECALL).run(f"import wit_world\nwit_world.call_tool('recall', {arguments!r})")

    assert isinstance(step.value, str)
    assert "invalid_arguments" in step.value


def test_one_call_too_many_ends_the_step_and_not_the_session(open_session: OpenSession) -> None:
    session = open_session(tools=RECALL, limits=Limits(tool_calls=3))

    step = session.run("done = 0\nwhile True:\n    try: recall(); done += 1\n    except: pass")

    assert step.outcome is Outcome.TOOL_LIMIT
    assert len(step.tool_calls) == 3
    assert session.run("done").value == 3


def test_arguments_and_results_have_a_size_limit(open_session: OpenSession) -> None:
    big = Toolbox(names=("big",), call=lambda name, args, kwargs: "x" * 2000)
    session = open_session(tools=big, limits=Limits(tool_bytes=1000))

    for code in ("big('x' * 2000)", "big()"):
        error = session.run(code).error
        assert error is not None
        assert error.message.startswith("too_large")


def test_the_calls_of_one_step_share_a_size_limit(open_session: OpenSession) -> None:
    big = Toolbox(names=("big",), call=lambda name, args, kwargs: "x" * 400)
    session = open_session(tools=big, limits=Limits(tool_bytes=1000))

    step = session.run("for _ in range(5):\n    try: big()\n    except ToolError: pass")

    assert [call.error is None for call in step.tool_calls] == [True, True, False, False, False]
    assert session.run("len(big())").value == 400


def test_time_in_a_tool_is_not_processor_time(open_session: OpenSession) -> None:
    slow = Toolbox(names=("slow",), call=lambda name, args, kwargs: time.sleep(0.6))
    session = open_session(tools=slow, limits=Limits(cpu_s=0.3))

    step = session.run("slow()\n'done'")

    assert step.value == "done"
    assert step.cpu_seconds < 0.3 <= step.tool_seconds


def test_a_slow_tool_uses_up_the_wall_clock(open_session: OpenSession) -> None:
    slow = Toolbox(names=("slow",), call=lambda name, args, kwargs: time.sleep(0.4))
    session = open_session(tools=slow, limits=Limits(wall_s=0.2))

    assert session.run("slow()").outcome is Outcome.WALL_LIMIT


def test_tools_run_on_the_thread_that_runs_the_step(open_session: OpenSession) -> None:
    seen: list[int] = []
    note = Toolbox(names=("note",), call=lambda name, args, kwargs: seen.append(threading.get_ident()))

    open_session(tools=note).run("note()")

    assert seen == [threading.get_ident()]


@pytest.mark.parametrize("name", ["not valid", "class", "__import__", "tools", "final_answer", "a.b", ""])
def test_a_tool_needs_a_usable_name(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be the name"):
        Toolbox(names=(name,))
