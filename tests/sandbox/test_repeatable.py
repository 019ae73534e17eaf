"""A seed and a moment make a run repeatable, in any process."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from apps.sandbox.runtime.interpreter import SessionOptions
from apps.sandbox.runtime.json_types import JsonValue
from apps.sandbox.runtime.limits import Limits
from apps.sandbox.runtime.outcomes import Outcome
from apps.sandbox.runtime.worker import SandboxWorker
from tests.sandbox.conftest import OpenSession

pytestmark = pytest.mark.sandbox

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)

LOOK_AROUND = """
import time, random, secrets, uuid, datetime, os
time.sleep(2)
[time.time(), time.monotonic(), random.random(), secrets.token_hex(8), str(uuid.uuid4()), os.urandom(4).hex(),
 datetime.datetime.now().isoformat(), hash('text'), list({'b', 'a', 'c'}), id(object()) > 0]
"""


def look_around(folder: Path, *, seed: int) -> JsonValue:
    """Run the same steps in a process of their own."""
    worker = SandboxWorker(folder)
    try:
        session = worker.open_session(SessionOptions(seed=seed, at=NOON))
        return [session.run(LOOK_AROUND).value, session.run(LOOK_AROUND).value]
    finally:
        worker.kill()


def test_two_runs_with_one_seed_and_moment_are_equal(guest_folder: Path) -> None:
    assert look_around(guest_folder, seed=7) == look_around(guest_folder, seed=7)


def test_another_seed_gives_other_random_values(guest_folder: Path) -> None:
    assert look_around(guest_folder, seed=7) != look_around(guest_folder, seed=8)


def test_without_a_seed_two_sessions_differ(open_session: OpenSession) -> None:
    values = [open_session().run("import random; random.random()").value for _ in range(2)]

    assert values[0] != values[1]


def test_virtual_time_starts_at_its_moment_and_sleeping_is_free(open_session: OpenSession) -> None:
    session = open_session(at=NOON, limits=Limits(wall_s=60))
    started = time.monotonic()

    step = session.run("import time\na = time.time(); time.sleep(30)\n[a, time.time() - a]")

    assert isinstance(step.value, list)
    assert step.value == [pytest.approx(NOON.timestamp(), abs=0.01), pytest.approx(30, abs=0.01)]
    assert time.monotonic() - started < 2


def test_virtual_sleep_still_counts_against_the_wall_clock(open_session: OpenSession) -> None:
    session = open_session(at=NOON, limits=Limits(wall_s=20))

    assert session.run("import time\nfor _ in range(3): time.sleep(9)").outcome is Outcome.WALL_LIMIT


def test_a_step_can_be_given_its_own_moment(open_session: OpenSession) -> None:
    session = open_session(at=NOON)
    session.run("import datetime")

    step = session.run("str(datetime.datetime.now().date())", at=NOON + timedelta(days=3))

    assert step.value == "2026-12-03"


def test_virtual_time_never_runs_backwards(open_session: OpenSession) -> None:
    session = open_session(at=NOON)
    session.run("import time; first = time.time()")

    assert session.run("time.time() > first", at=NOON - timedelta(days=1)).value is True
