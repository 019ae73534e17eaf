"""Every way of using too much, and how each one ends."""

from __future__ import annotations

import time

import pytest

from apps.sandbox.runtime.limits import MIB, Limits
from apps.sandbox.runtime.outcomes import Outcome
from tests.sandbox.conftest import OpenSession

pytestmark = pytest.mark.sandbox

ENDLESS = {
    "loop": "while True: pass",
    "loop that catches everything": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "regular expression": "import re; re.match(r'(a+)+$', 'a' * 40 + 'b')",
    "big power": "x = 7 ** (10 ** 9)",
    "generator": "sum(1 for _ in iter(int, 1))",
    "sort": "sorted(range(10**7), key=lambda n: -n)",
}


@pytest.mark.parametrize("code", ENDLESS.values(), ids=ENDLESS.keys())
def test_computing_too_long_is_stopped_near_the_limit(open_session: OpenSession, code: str) -> None:
    session = open_session(limits=Limits(cpu_s=0.3, wall_s=20))

    step = session.run(f"print('before')\n{code}")

    assert step.outcome is Outcome.CPU_LIMIT
    assert not step.session_lives
    assert step.stdout == "before\n"
    assert 0.3 <= step.cpu_seconds < 0.5


@pytest.mark.parametrize("code", ["import time; time.sleep(30)", "import select; select.select([], [], [], 1e6)"])
def test_sleeping_uses_the_wall_clock_and_no_processor_time(open_session: OpenSession, code: str) -> None:
    session = open_session(limits=Limits(wall_s=0.3))
    started = time.monotonic()

    step = session.run(code)

    assert step.outcome is Outcome.WALL_LIMIT
    assert step.cpu_seconds < 0.2
    assert time.monotonic() - started < 2


BOMBS = {
    "text": "x = 'a' * 10**9",
    "list": "l = []\nwhile True: l.append('x' * 100_000)",
    "bytearray": "b = bytearray()\nwhile True: b.extend(bytes(1_000_000))",
    "dictionary": "d = {}\nwhile True: d[len(d)] = [0] * 1000",
}


@pytest.mark.parametrize("code", BOMBS.values(), ids=BOMBS.keys())
def test_using_too_much_memory_is_a_memory_error_and_the_session_lives(open_session: OpenSession, code: str) -> None:
    session = open_session(limits=Limits(memory_bytes=96 * MIB))
    session.run("kept = 1")

    step = session.run(code)

    assert step.outcome is Outcome.MEMORY_LIMIT
    assert step.error is not None
    assert step.error.type == "MemoryError"
    assert session.run("x = l = b = d = None\nkept").value == 1


def test_a_memory_error_can_be_handled(open_session: OpenSession) -> None:
    session = open_session(limits=Limits(memory_bytes=96 * MIB))

    step = session.run("try: 'a' * 10**9\nexcept MemoryError: answer = 'handled'\nanswer")

    assert step.value == "handled"


def test_more_than_a_guest_can_address_is_an_error(open_session: OpenSession) -> None:
    step = open_session().run("'a' * 10**10")

    assert step.outcome is Outcome.ERROR
    assert step.session_lives


def test_printing_without_end_is_cut_and_the_session_lives(open_session: OpenSession) -> None:
    session = open_session(limits=Limits(output_bytes=10_000))

    step = session.run("while True:\n    try: print('é' * 100)\n    except: pass")

    assert step.outcome is Outcome.OUTPUT_LIMIT
    assert step.output_truncated
    assert 9_990 <= len(step.stdout.encode()) <= 10_000
    assert session.run("print('again')").stdout == "again\n"


def test_a_long_value_is_echoed_in_part_and_not_returned(open_session: OpenSession) -> None:
    step = open_session(limits=Limits(output_bytes=1000)).run("'x' * 100_000")

    assert step.echo is not None
    assert len(step.echo) <= 20_000
    assert step.value is None


def test_recursion_is_a_recursion_error(open_session: OpenSession) -> None:
    session = open_session()

    step = session.run("def f(n): return f(n + 1)\nf(0)")

    assert step.error is not None
    assert step.error.type == "RecursionError"
    assert step.session_lives


DEEP = {
    "recursion without Python's limit": "import sys; sys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)",
    "repr of a deep list": "x = []\nfor _ in range(200_000): x = [x]\nrepr(x)",
    "parentheses": "eval('(' * 20_000)",
    "json": "import json; json.loads('[' * 200_000)",
}


@pytest.mark.parametrize("code", DEEP.values(), ids=DEEP.keys())
def test_nesting_too_deeply_hurts_nobody_else(open_session: OpenSession, code: str) -> None:
    step = open_session(limits=Limits(cpu_s=10)).run(code)

    assert step.outcome in {Outcome.STACK_OVERFLOW, Outcome.ERROR, Outcome.CRASHED, Outcome.MEMORY_LIMIT}
    assert open_session().run("1").value == 1


@pytest.mark.parametrize(
    ("code", "outcome"),
    [("import os; os._exit(3)", Outcome.EXITED), ("import os; os.abort()", Outcome.CRASHED)],
)
def test_ending_the_interpreter_ends_the_session_only(open_session: OpenSession, code: str, outcome: Outcome) -> None:
    session = open_session()

    assert session.run(code).outcome is outcome
    assert not session.alive
    assert open_session().run("1").value == 1


def test_limits_count_anew_in_each_step(open_session: OpenSession) -> None:
    session = open_session(limits=Limits(cpu_s=0.4, output_bytes=100))

    for _ in range(4):
        step = session.run("import time\nuntil = time.process_time() + 0.15\nwhile time.process_time() < until: pass")
        assert step.outcome is Outcome.OK
        assert session.run("print('x' * 90)").outcome is Outcome.OK
