"""A session's names and files travel to another process."""

from __future__ import annotations

from pathlib import Path

import pytest

from apps.sandbox.runtime.errors import StateRejected
from apps.sandbox.runtime.interpreter import SavedState, SessionOptions
from apps.sandbox.runtime.worker import SandboxSession, SandboxWorker
from tests.sandbox.conftest import OpenSession

pytestmark = pytest.mark.sandbox

SETUP = """
import math, collections
class Room:
    def __init__(self, name): self.name = name
    def shout(self): return self.name.upper()
rooms = [Room('hall')]
count = collections.Counter('aab')
twice = lambda n: n * 2
def area(r): return math.floor(math.pi * r * r) / 0
open('/notes.txt', 'w').write('kept')
"""


def test_state_saved_in_one_process_loads_in_another(guest_folder: Path, session: SandboxSession) -> None:
    session.run(SETUP)
    state = session.save()
    other = SandboxWorker(guest_folder)

    try:
        loaded = other.open_session(SessionOptions())
        loaded.load(state)
        step = loaded.run("[rooms[0].shout(), count['a'], twice(4), open('/notes.txt').read()]")
    finally:
        other.kill()

    assert state.left_out == {}
    assert step.value == ["HALL", 2, 8, "kept"]


def test_tracebacks_still_show_the_lines_of_steps_before_the_save(open_session: OpenSession) -> None:
    first, second = open_session(), open_session()
    first.run(SETUP)

    second.load(first.save())
    error = second.run("area(2)").error

    assert error is not None
    assert "def area(r): return math.floor(math.pi * r * r) / 0" in error.traceback
    assert 'File "<step 2>", line 1' in error.traceback


def test_what_cannot_be_saved_is_named_and_the_rest_is_kept(open_session: OpenSession) -> None:
    first, second = open_session(), open_session()
    first.run("g = (n for n in range(3))\nkept = [1]\nalso = kept")

    state = first.save()
    second.load(state)

    assert list(state.left_out) == ["g"]
    assert second.run("[kept, also is kept]").value == [[1], True]


def test_tools_are_not_part_of_the_state(session: SandboxSession) -> None:
    session.run("x = 1")

    assert session.save().left_out == {}


def test_a_state_that_makes_no_sense_is_refused(session: SandboxSession) -> None:
    with pytest.raises(StateRejected):
        session.load(SavedState(data="bm9uc2Vuc2U=", left_out={}))

    assert session.run("1").value == 1
