"""One isolated Python interpreter that lives over steps, in this process.

Only the locked child process (`child`) should hold one: the pool in `pool` is the way in for everyone else.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from datetime import datetime

from wasmtime import Store, WasmtimeError
from wasmtime.component import Func, Instance

from apps.sandbox.runtime import json_types
from apps.sandbox.runtime.clocks import MachineClock, VirtualClock
from apps.sandbox.runtime.engine import GuestEngine
from apps.sandbox.runtime.errors import FileRejected, SessionEnded, StateRejected
from apps.sandbox.runtime.guest_host import STDERR, STDOUT, GuestHost, ToolCaller, random_source
from apps.sandbox.runtime.json_types import JsonObject
from apps.sandbox.runtime.limits import DEFAULT_LIMITS, Limits
from apps.sandbox.runtime.outcomes import MESSAGES, Outcome, RawStep
from apps.sandbox.runtime.watchdog import Stopwatch, find_thread_clock

REPORT_CHARS = 1 << 19
"""An honest report is never longer than this, beside the value: only echo, message and traceback, all cut."""
TOO_LONG = "too long"
"""Stands for a report that no honest guest writes; it is not JSON, so the step becomes an error."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SessionOptions:
    """What a session is opened with. A seed and a moment make its runs repeatable."""

    limits: Limits = DEFAULT_LIMITS
    seed: int | None = None
    at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SavedState:
    """A session's names and files; `data` is opaque, `left_out` names what could not be saved and why."""

    data: str
    left_out: dict[str, str]


class Interpreter:
    """Runs steps in one guest. After a stop it is gone; SessionEnded says so."""

    def __init__(
        self, engine: GuestEngine, options: SessionOptions, *, tools: tuple[str, ...], call_tool: ToolCaller
    ) -> None:
        self._engine = engine
        self._limits = options.limits
        self._host = GuestHost(
            limits=options.limits,
            clock=MachineClock() if options.at is None else VirtualClock(options.at),
            random_bytes=random_source(options.seed),
            call_tool=call_tool,
        )
        engine.enter(self._host)
        self._store: Store | None
        self._store, self._instance = engine.instantiate(options.limits.memory_bytes)
        self._functions: dict[str, Func] = {}
        self._prepare(tools)

    def _prepare(self, tools: tuple[str, ...]) -> None:
        limits = self._limits
        wanted = {"tools": list(tools), "files_bytes": limits.files_bytes, "value_bytes": limits.output_bytes}
        self._must("prepare", json.dumps(wanted))

    def run(self, code: str, *, at: datetime | None = None) -> RawStep:
        """Run one step, at a given moment if time is virtual."""
        self._host.clock.begin_step(at)
        report, stopped, detail = self._call("run", code.encode("utf-8", "replace").decode())
        host = self._host
        longest = self._limits.output_bytes + REPORT_CHARS
        return RawStep(
            guest=report if report is None or len(report) <= longest else TOO_LONG,
            stopped=stopped,
            detail=detail,
            answer=host.answer,
            stdout=host.printed(STDOUT),
            stderr=host.printed(STDERR),
            truncated=host.truncated,
            cpu_seconds=host.stopwatch.cpu_seconds(),
            wall_seconds=host.stopwatch.wall_seconds(),
        )

    def save(self) -> SavedState:
        """Return the session's names and files."""
        report = _read(self._must("save"))
        left_out = report.get("left_out")
        reasons = {k: str(v) for k, v in left_out.items()} if isinstance(left_out, dict) else {}
        return SavedState(data=json_types.text_field(report, "data"), left_out=reasons)

    def load(self, data: str) -> None:
        """Put a saved state into this, fresh, session."""
        if problem := self._must("load", data):
            raise StateRejected(problem)

    def list_files(self) -> dict[str, int]:
        """Return the size of each file by path."""
        listing = json_types.parse(self._must("file", "list", "", ""))
        pairs = [entry for entry in listing if isinstance(entry, list)] if isinstance(listing, list) else []
        return {str(pair[0]): size for pair in pairs if isinstance(size := pair[1], int)}

    def get_file(self, path: str) -> bytes:
        """Return a file's content."""
        return base64.b64decode(json_types.text_field(self._file("get", path, ""), "data"))

    def put_file(self, path: str, data: bytes) -> None:
        """Write a file and its folders."""
        self._file("put", path, base64.b64encode(data).decode())

    def close(self) -> None:
        """Free the interpreter's memory."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def _file(self, operation: str, path: str, data: str) -> JsonObject:
        report = _read(self._must("file", operation, path, data))
        if problem := json_types.find_text_field(report, "error"):
            raise FileRejected(problem)
        return report

    def _must(self, export: str, *arguments: str) -> str:
        """Call the guest where a stop leaves nothing to return."""
        report, stopped, detail = self._call(export, *arguments)
        if stopped is not None:
            raise SessionEnded(f"{export}: {MESSAGES[stopped]} {detail}".strip())
        return report or ""

    def _call(self, export: str, *arguments: str) -> tuple[str | None, Outcome | None, str]:
        """Call an export under the limits: its answer, or why it was stopped and any detail."""
        if self._store is None:
            raise SessionEnded("this session has ended; open a new one")
        function = self._find(self._store, self._instance, export)
        host, watchdog = self._host, self._engine.watchdog
        host.begin(Stopwatch(self._limits.cpu_s, self._limits.wall_s, thread_clock=find_thread_clock()))
        self._engine.enter(host)
        self._store.set_epoch_deadline(1)
        watchdog.watch(host.stopwatch)
        try:
            return function(self._store, *arguments), None, ""
        except WasmtimeError as error:
            stopped, detail = _why(str(error), host.stopped, watchdog.stopped_for)
        finally:
            watchdog.rest()
            self._engine.enter(None)
        self._end()
        return None, stopped, detail

    def _find(self, store: Store, instance: Instance, export: str) -> Func:
        if export not in self._functions:
            function = instance.get_func(store, export)
            if function is None:
                raise SessionEnded(f"the guest has no export named {export}")
            self._functions[export] = function
        return self._functions[export]

    def _end(self) -> None:
        """Drop a trapped instance: it is never entered again."""
        self._engine.enter(self._host)  # closing may still drop the guest's timers
        self.close()
        self._engine.enter(None)


def _read(report: str) -> JsonObject:
    try:
        return json_types.parse_object(report)
    except ValueError as error:
        raise StateRejected(f"the guest's report is not readable: {error}") from error


def _why(text: str, by_host: Outcome | None, by_watchdog: Outcome | None) -> tuple[Outcome, str]:
    """Tell a trap's reason; wasmtime-py gives it as text only."""
    if by_host is not None:
        return by_host, ""
    if "wasm trap: interrupt" in text and by_watchdog is not None:
        return by_watchdog, ""
    if "call stack exhausted" in text:
        return Outcome.STACK_OVERFLOW, ""
    return Outcome.CRASHED, text.strip().splitlines()[-1][:200] if text.strip() else ""
