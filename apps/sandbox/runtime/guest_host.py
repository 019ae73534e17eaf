"""What one guest can reach on the host: a clock, random bytes, its output, its tools, and no more."""

from __future__ import annotations

import itertools
import random
import secrets
from collections.abc import Callable

from wasmtime import WasmtimeError

from apps.sandbox.runtime.clocks import GuestClock
from apps.sandbox.runtime.limits import Limits
from apps.sandbox.runtime.outcomes import Outcome
from apps.sandbox.runtime.watchdog import Stopwatch

ToolCaller = Callable[[str, str], str]
"""Takes a tool's name and its arguments as JSON, and returns the JSON answer of guest.wit's call-tool."""

RANDOM_BYTES_AT_ONCE = 1 << 16
TIMERS_AT_ONCE = 10_000
STDOUT, STDERR = 1, 2
TOOL_NAME_CHARS = 200
TOO_LARGE = '{"error": {"code": "too_large", "message": "the arguments are too large"}}'


def random_source(seed: int | None) -> Callable[[int], bytes]:
    """Return real randomness, or a repeatable stream for a seed."""
    return secrets.token_bytes if seed is None else random.Random(seed).randbytes  # noqa: S311 - repeatable on purpose


class GuestHost:
    """Host functions of one session, and what the step in progress has done so far."""

    def __init__(
        self, *, limits: Limits, clock: GuestClock, random_bytes: Callable[[int], bytes], call_tool: ToolCaller
    ) -> None:
        self.limits = limits
        self.clock = clock
        self._random_bytes = random_bytes
        self._call_tool = call_tool
        self._due: dict[int, int] = {}
        self._numbers = itertools.count(1)
        self.begin(Stopwatch(limits.cpu_s, limits.wall_s))

    def begin(self, stopwatch: Stopwatch) -> None:
        """Forget the last step."""
        self.stopwatch = stopwatch
        self.text: dict[int, list[str]] = {STDOUT: [], STDERR: []}
        self.room = self.limits.output_bytes
        self.truncated = False
        self.answer: str | None = None
        self.stopped: Outcome | None = None

    def printed(self, channel: int) -> str:
        """Return what the step printed on one channel."""
        return "".join(self.text[channel])

    def stop(self, outcome: Outcome) -> WasmtimeError:
        """Note why the guest ends here and return the error that traps it."""
        self.stopped = outcome
        return WasmtimeError(outcome.value)

    # The contract of guest.wit

    def call_tool(self, name: str, arguments: str) -> str:
        if len(arguments) > self.limits.tool_bytes:
            return TOO_LARGE
        with self.stopwatch.waiting():
            answer = self._call_tool(name[:TOOL_NAME_CHARS], arguments)
        if self.stopwatch.wall_left() <= 0:
            raise self.stop(Outcome.WALL_LIMIT)
        return answer

    def emit(self, channel: int, text: str) -> bool:
        data = text.encode("utf-8", "replace")
        if len(data) > self.room:
            data, self.truncated = data[: self.room], True
        self.room -= len(data)
        self.text[STDERR if channel == STDERR else STDOUT].append(data.decode("utf-8", "ignore"))
        return not self.truncated

    def finish(self, answer: str) -> bool:
        if len(answer) > self.limits.tool_bytes:
            return False
        if self.answer is None:
            self.answer = answer
        return True

    # WASI

    def write(self, channel: int, data: bytes) -> None:
        self.emit(channel, bytes(data).decode("utf-8", "replace"))

    def monotonic_ns(self) -> int:
        return self.clock.monotonic_ns()

    def random_bytes(self, count: int) -> bytes:
        return self._random_bytes(min(count, RANDOM_BYTES_AT_ONCE))

    def random_u64(self) -> int:
        return int.from_bytes(self._random_bytes(8), "little")

    def exit(self) -> None:
        raise self.stop(Outcome.EXITED)

    def new_timer(self, due_ns: int) -> int:
        if len(self._due) >= TIMERS_AT_ONCE:  # they lie in the host's memory, where no guest limit counts them
            raise self.stop(Outcome.CRASHED)
        number = next(self._numbers)
        self._due[number] = due_ns
        return number

    def timer_after(self, duration_ns: int) -> int:
        return self.new_timer(self.clock.monotonic_ns() + duration_ns)

    def drop_timer(self, number: int) -> None:
        self._due.pop(number, None)

    def is_due(self, number: int) -> bool:
        return self._due[number] <= self.clock.monotonic_ns()

    def wait_for(self, number: int) -> None:
        """Sleep; no guest can sleep past its step's time."""
        with self.stopwatch.waiting():
            slept = self.clock.sleep_until(self._due[number], self.stopwatch.wall_left)
        if not slept:
            raise self.stop(Outcome.WALL_LIMIT)

    def poll(self, timers: list[int]) -> list[int]:
        """Wait for the first of several timers and return the places of those that are due."""
        first = min(timers, key=self._due.__getitem__)
        self.wait_for(first)
        now = max(self.clock.monotonic_ns(), self._due[first])
        return [place for place, number in enumerate(timers) if self._due[number] <= now]
