"""The time a guest sees: the machine's, or a virtual one that makes runs repeatable."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import Protocol

NANOSECONDS = 1_000_000_000
READING_NS = 1_000
"""A virtual clock moves on by this much at every look, so that code that waits for time to pass ends."""


class GuestClock(Protocol):
    """What the host's WASI functions need of a clock. All times are nanoseconds."""

    def monotonic_ns(self) -> int: ...

    def wall_ns(self) -> int: ...

    def sleep_until(self, due_ns: int, seconds_left: Callable[[], float]) -> bool:
        """Let a monotonic moment come; False if the step's time runs out before."""
        ...

    def begin_step(self, at: datetime | None) -> None: ...


class MachineClock:
    """Real time."""

    def monotonic_ns(self) -> int:
        return time.monotonic_ns()

    def wall_ns(self) -> int:
        return time.time_ns()

    def sleep_until(self, due_ns: int, seconds_left: Callable[[], float]) -> bool:
        while (wait := (due_ns - time.monotonic_ns()) / NANOSECONDS) > 0:
            left = seconds_left()
            if left <= 0:
                return False
            time.sleep(min(wait, left))
        return True

    def begin_step(self, at: datetime | None) -> None:
        """Real time cannot be set."""


class VirtualClock:
    """Time that starts at a given moment and moves only when the guest looks at it or sleeps.

    Sleeping takes no real time, but it uses up the step's wall clock limit as if it did.
    """

    def __init__(self, at: datetime) -> None:
        self._start_ns = to_ns(at)
        self._now_ns = self._start_ns
        self._slept_s = 0.0

    def monotonic_ns(self) -> int:
        self._now_ns += READING_NS
        return self._now_ns - self._start_ns

    def wall_ns(self) -> int:
        self._now_ns += READING_NS
        return self._now_ns

    def sleep_until(self, due_ns: int, seconds_left: Callable[[], float]) -> bool:
        wait = max(0, due_ns - (self._now_ns - self._start_ns))
        self._slept_s += wait / NANOSECONDS
        if self._slept_s >= seconds_left():
            return False
        self._now_ns += wait
        return True

    def begin_step(self, at: datetime | None) -> None:
        """Start a step, at a given moment if it is later than what the guest has seen."""
        self._slept_s = 0.0
        if at is not None:
            self._now_ns = max(self._now_ns, to_ns(at))


def to_ns(at: datetime) -> int:
    """Return nanoseconds since 1970; the moment must know its zone."""
    if at.tzinfo is None:
        raise ValueError("the moment must have a time zone")
    return round(at.timestamp() * 1_000_000) * 1_000
