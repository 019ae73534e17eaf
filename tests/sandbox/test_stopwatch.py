"""Time of a step, with and without a clock of the thread."""

from __future__ import annotations

import time

from apps.sandbox.runtime.outcomes import Outcome
from apps.sandbox.runtime.watchdog import Stopwatch, find_thread_clock


def test_waiting_is_not_processor_time_where_threads_have_no_clock() -> None:
    watch = Stopwatch(0.05, 10)

    with watch.waiting():
        time.sleep(0.1)
        assert watch.find_exceeded() is None

    assert watch.find_exceeded() is None
    time.sleep(0.06)
    assert watch.find_exceeded() is Outcome.CPU_LIMIT


def test_sleeping_uses_no_time_of_the_threads_clock() -> None:
    watch = Stopwatch(0.05, 0.1, thread_clock=find_thread_clock() or time.thread_time)

    time.sleep(0.12)

    assert watch.cpu_seconds() < 0.05
    assert watch.find_exceeded() is Outcome.WALL_LIMIT
