"""Stops a guest whose time is up, by one thread that looks at the clocks every few milliseconds.

Guests check a counter (wasmtime's epoch) at every loop and call; raising it traps whichever guest is running.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from apps.sandbox.runtime.outcomes import Outcome

TICK_S = 0.005


def find_thread_clock() -> Callable[[], float] | None:
    """Return a function, callable from any thread, that tells the calling thread's processor time."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return None  # macOS
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


class Stopwatch:
    """Time of one step: processor time, and time on the clock.

    Where a thread's processor time cannot be read, it is taken to be the time that the guest did not wait.
    """

    def __init__(self, cpu_s: float, wall_s: float, *, thread_clock: Callable[[], float] | None = None) -> None:
        self._thread_clock = thread_clock
        self._cpu_start = thread_clock() if thread_clock else 0.0
        self._wall_start = time.monotonic()
        self._cpu_s = cpu_s
        self._wall_s = wall_s
        self._waited_s = 0.0
        self._waiting_since: float | None = None

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """The guest waits for a tool or for time to pass."""
        self._waiting_since = started = time.monotonic()
        try:
            yield
        finally:
            # in this order: a look in between then counts the wait twice, rather than as processor time
            self._waited_s += time.monotonic() - started
            self._waiting_since = None

    def cpu_seconds(self) -> float:
        if self._thread_clock:
            return self._thread_clock() - self._cpu_start
        since = self._waiting_since  # read once: the guest's thread may end its waiting meanwhile
        waited = self._waited_s + (time.monotonic() - since if since is not None else 0.0)
        return self.wall_seconds() - waited

    def wall_seconds(self) -> float:
        return time.monotonic() - self._wall_start

    def wall_left(self) -> float:
        return self._wall_s - self.wall_seconds()

    def find_exceeded(self) -> Outcome | None:
        """Return the limit that has been reached, if one has."""
        if self.cpu_seconds() >= self._cpu_s:
            return Outcome.CPU_LIMIT
        return Outcome.WALL_LIMIT if self.wall_left() <= 0 else None


class Watchdog:
    """Watches one step at a time; the guest must run on the thread that called `watch`."""

    def __init__(self, trap_guest: Callable[[], None]) -> None:
        self._trap_guest = trap_guest
        self._lock = threading.Lock()
        self._busy = threading.Event()
        self._watched: Stopwatch | None = None
        self._parent = os.getppid()
        self.stopped_for: Outcome | None = None
        threading.Thread(target=self._run, name="sandbox-watchdog", daemon=True).start()

    def watch(self, stopwatch: Stopwatch) -> None:
        """Start watching a step."""
        with self._lock:
            self._watched, self.stopped_for = stopwatch, None
        self._busy.set()

    def rest(self) -> None:
        """Stop watching; no trap can come after this."""
        self._busy.clear()
        with self._lock:
            self._watched = None

    def _run(self) -> None:
        while True:
            self._busy.wait()
            time.sleep(TICK_S)
            if os.getppid() != self._parent:  # nobody is left to read the result
                os._exit(1)
            self._look()

    def _look(self) -> None:
        with self._lock:
            exceeded = self._watched.find_exceeded() if self._watched is not None else None
            if exceeded is not None:
                self.stopped_for = self.stopped_for or exceeded
                self._trap_guest()
