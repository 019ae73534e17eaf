"""What a step gives back."""

from __future__ import annotations

import pytest

from apps.sandbox.runtime.outcomes import Outcome
from apps.sandbox.runtime.worker import SandboxSession

pytestmark = pytest.mark.sandbox


def test_names_live_on_between_steps(session: SandboxSession) -> None:
    session.run("import math\nclass Point: x = 3\ndef double(n): return n * 2")

    step = session.run("double(Point.x) + math.floor(1.5)")

    assert step.value == 7


def test_the_last_expression_is_echoed_and_returned_as_json(session: SandboxSession) -> None:
    step = session.run("{'rooms': [1, 2.5, None, True], 'name': 'é'}")

    assert step.outcome is Outcome.OK
    assert step.echo == "{'rooms': [1, 2.5, None, True], 'name': 'é'}"
    assert step.value == {"rooms": [1, 2.5, None, True], "name": "é"}


@pytest.mark.parametrize("code", ["{1, 2}", "object", "float('nan')", "[float('inf')]", "b'x'"])
def test_a_value_that_is_not_json_is_echoed_only(session: SandboxSession, code: str) -> None:
    step = session.run(code)

    assert step.echo
    assert step.value is None


def test_nothing_is_echoed_for_a_statement_or_none(session: SandboxSession) -> None:
    assert session.run("x = 5").echo is None
    assert session.run("None").echo is None


def test_printed_text_is_kept_by_channel(session: SandboxSession) -> None:
    step = session.run("import sys\nprint('to out')\nprint('to err', file=sys.stderr)")

    assert (step.stdout, step.stderr) == ("to out\n", "to err\n")


def test_text_without_a_newline_and_with_a_lone_surrogate_arrives(session: SandboxSession) -> None:
    step = session.run("print('no newline \\ud800', end='')\n'\\ud800'")

    assert step.stdout == "no newline ?"
    assert step.value == "?"


def test_a_traceback_shows_the_agents_own_lines_of_every_step(session: SandboxSession) -> None:
    session.run("def mean(xs):\n    total = sum(xs)\n    return total / len(xs)")

    error = session.run("data = []\nmean(data)").error

    assert error is not None
    assert (error.type, error.message) == ("ZeroDivisionError", "division by zero")
    assert 'File "<step 2>", line 2, in <module>\n    mean(data)' in error.traceback
    assert 'File "<step 1>", line 3, in mean\n    return total / len(xs)' in error.traceback
    assert "steps.py" not in error.traceback


def test_line_numbers_stay_right_inside_except_blocks(session: SandboxSession) -> None:
    error = session.run("try:\n    1 / 0\nexcept ZeroDivisionError:\n    x = 1\n    raise KeyError('k')").error

    assert error is not None
    assert "line 2, in <module>\n    1 / 0" in error.traceback
    assert "line 5, in <module>\n    raise KeyError('k')" in error.traceback


def test_a_syntax_error_points_at_its_line(session: SandboxSession) -> None:
    error = session.run("x = 1\nif x\n    pass").error

    assert error is not None
    assert error.type == "SyntaxError"
    assert 'File "<step 1>", line 2' in error.traceback


@pytest.mark.parametrize("code", ["import sys; sys.exit(3)", "exit()", "raise KeyboardInterrupt", "1/0", "assert 0"])
def test_the_session_survives_an_exception(session: SandboxSession, code: str) -> None:
    session.run("kept = 1")

    step = session.run(code)

    assert step.outcome is Outcome.ERROR
    assert session.run("kept").value == 1


def test_an_exception_that_cannot_describe_itself_is_still_reported(session: SandboxSession) -> None:
    step = session.run("class Mute(Exception):\n    def __str__(self): raise KeyError('no words')\nraise Mute()")

    assert step.outcome is Outcome.ERROR
    assert step.error is not None
    assert step.error.type == "Mute"


def test_a_report_forged_by_the_guest_is_an_error_of_its_step(session: SandboxSession) -> None:
    session.run('import json\njson.dumps = lambda *a, **k: \'{"outcome": "crashed"}\'')

    step = session.run("1")

    assert step.outcome is Outcome.ERROR


def test_a_report_longer_than_any_honest_one_is_an_error_of_its_step(session: SandboxSession) -> None:
    session.run("import json\ndumps = json.dumps\njson.dumps = lambda value: dumps({**value, 'more': 'x' * 2_000_000})")

    step = session.run("1")

    assert step.outcome is Outcome.ERROR


def test_bundled_packages_and_the_usual_standard_library_are_there(session: SandboxSession) -> None:
    step = session.run(
        "import yaml, tabulate, dateutil.parser, sqlite3, csv, zoneinfo, datetime, urllib.parse, tomllib\n"
        "berlin = datetime.datetime(2026, 7, 1, tzinfo=zoneinfo.ZoneInfo('Europe/Berlin'))\n"
        "[yaml.safe_load('a: [1]'), berlin.isoformat(), dateutil.parser.parse('3 May 2026').year]"
    )

    assert step.value == [{"a": [1]}, "2026-07-01T00:00:00+02:00", 2026]


def test_asyncio_runs_tasks_and_timers(session: SandboxSession) -> None:
    step = session.run(
        "import asyncio\n"
        "async def later(n):\n    await asyncio.sleep(0.001 * n)\n    return n\n"
        "async def both(): return await asyncio.gather(later(2), later(1))\n"
        "asyncio.run(both())"
    )

    assert step.value == [2, 1]


def test_an_await_that_nothing_can_wake_is_an_error(session: SandboxSession) -> None:
    step = session.run("import asyncio\nasync def f(): await asyncio.Event().wait()\nasyncio.run(f())")

    assert step.error is not None
    assert "never finish" in step.error.message
