"""The parent's side of one sandbox process: starts it, talks to it, and kills it when it does not answer."""

from __future__ import annotations

import base64
import itertools
import sys
import time
from datetime import datetime
from pathlib import Path

import wasmtime

from apps.sandbox.runtime import errors, json_types, spawner
from apps.sandbox.runtime.child import options_to_json
from apps.sandbox.runtime.errors import SandboxError, WorkerLost
from apps.sandbox.runtime.interpreter import SavedState, SessionOptions
from apps.sandbox.runtime.json_types import JsonObject, JsonValue
from apps.sandbox.runtime.outcomes import Outcome, RawStep, StepOutcome, read_step, stopped_step
from apps.sandbox.runtime.tool_gate import NO_TOOLS, Toolbox, ToolGate
from apps.sandbox.runtime.wire import WatchedPipe

REPOSITORY = Path(__file__).resolve().parents[3]
LIBRARIES = Path(wasmtime.__file__).resolve().parents[1]

START_S = 60.0
"""Long, because a guest compiled on another processor is compiled again."""
GRACE_S = 3.0
"""How long past its wall clock limit a guest may take to be stopped by its own process."""

BOOT = "import sys; sys.path[:0] = sys.argv[2:]; from apps.sandbox.runtime import child; child.main(sys.argv[1])"


class SandboxWorker:
    """One locked process. For one thread at a time."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-I", "-S", "-c", BOOT, str(folder.resolve()), str(REPOSITORY), str(LIBRARIES)]
        self._process = spawner.spawn(command)
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise WorkerLost("the sandbox process has no pipes")
        self._pipe = WatchedPipe(stdout.fileno(), stdin.fileno())
        self._numbers = itertools.count(1)
        self.sessions_opened = 0
        self.locks = self._hear_locks()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs and has been heard in order."""
        return self._process.poll() is None

    def open_session(self, options: SessionOptions, toolbox: Toolbox = NO_TOOLS) -> SandboxSession:
        """Start a fresh interpreter in this process."""
        self.sessions_opened += 1
        session = SandboxSession(self, next(self._numbers), options, toolbox)
        try:
            session.ask("open", {**options_to_json(options), "tools": list(toolbox.names)})
        except SandboxError:
            self.kill()
            raise
        return session

    def ask(self, request: JsonObject, *, wall_s: float, gate: ToolGate | None = None) -> JsonValue:
        """Send one request and return its result; tool calls in between go through the gate."""
        try:
            return self._talk(request, wall_s, gate)
        except SandboxError as error:
            if isinstance(error, WorkerLost):
                self.kill()
            raise
        except BaseException:  # the conversation was left half-way: nothing the child says later can be matched
            self.kill()
            raise

    def kill(self) -> None:
        """End the process at once, with every session in it."""
        self._process.kill()
        self._process.wait()
        self.let_go()

    def stop(self) -> None:
        """Kill the process from another thread: the one that waits for it hears the end and cleans up."""
        self._process.kill()

    def let_go(self) -> None:
        """Close this side's pipes only; an idle process then ends by itself."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def _hear_locks(self) -> tuple[str, ...]:
        try:
            greeting = self._pipe.receive(until=time.monotonic() + START_S)
        except WorkerLost:
            self.kill()
            raise
        if "failed" in greeting:
            self.kill()
            raise _to_error(greeting)
        locks = greeting.get("locks")
        return tuple(str(lock) for lock in locks) if isinstance(locks, list) else ()

    def _talk(self, request: JsonObject, wall_s: float, gate: ToolGate | None) -> JsonValue:
        until = time.monotonic() + wall_s + GRACE_S
        self._pipe.send(request, until=until)
        while True:
            message = self._pipe.receive(until=until)
            if "done" in message:
                return message["done"]
            if "failed" in message:
                raise _to_error(message)
            if gate is None:
                raise WorkerLost("the sandbox process called a tool outside a step")
            name, arguments = _read_call(message)
            answer: JsonObject = {"answer": gate.answer(name, arguments)}
            until = max(until, time.monotonic() + GRACE_S)  # a slow tool is not the child's fault
            self._pipe.send(answer, until=until)


def _read_call(message: JsonObject) -> tuple[str, str]:
    try:
        return json_types.text_field(message, "tool"), json_types.text_field(message, "arguments")
    except ValueError as error:
        raise WorkerLost("the sandbox process sent something unreadable") from error


def _to_error(message: JsonObject) -> SandboxError:
    """Return the error that the child named, if it is one of ours."""
    kind = getattr(errors, str(message.get("failed")), SandboxError)
    is_ours = isinstance(kind, type) and issubclass(kind, SandboxError)
    text = str(message.get("message"))[:1000]
    return kind(text) if is_ours else SandboxError(text)


class SandboxSession:
    """An isolated interpreter in a sandbox process. After an outcome that ends it, only `close` is of use."""

    def __init__(self, worker: SandboxWorker, number: int, options: SessionOptions, toolbox: Toolbox) -> None:
        self._worker = worker
        self._number = number
        self._toolbox = toolbox
        self.limits = options.limits
        self.alive = True

    def run(self, code: str, *, at: datetime | None = None) -> StepOutcome:
        """Run one step and say how it ended; `at` sets a virtual clock that was opened with a moment."""
        gate = ToolGate(self._toolbox, self.limits)
        request: JsonObject = {"code": code, "at": at.isoformat() if at else None}
        try:
            step = read_step(_read_raw(self.ask("run", request, gate)), tuple(gate.calls))
        except (WorkerLost, ValueError) as error:
            self._worker.kill()
            step = stopped_step(Outcome.WORKER_LOST, str(error), tuple(gate.calls))
        self.alive = self.alive and step.session_lives
        return step

    def stop(self) -> None:
        """End the step that runs, from another thread; it comes back as WORKER_LOST."""
        self._worker.stop()

    def save(self) -> SavedState:
        """Return the session's names and files, to be loaded into a fresh session anywhere."""
        saved = self.ask("save", {})
        if not isinstance(saved, dict) or not isinstance(left_out := saved.get("left_out"), dict):
            raise WorkerLost("the sandbox process sent something unreadable")
        reasons = {name: str(reason) for name, reason in left_out.items()}
        return SavedState(data=json_types.text_field(saved, "data"), left_out=reasons)

    def load(self, state: SavedState) -> None:
        """Put a saved state into this session; meant for a fresh one."""
        self.ask("load", {"data": state.data})

    def list_files(self) -> dict[str, int]:
        """Return the size of each file by its absolute path."""
        sizes = self.ask("list_files", {})
        return {path: size for path, size in sizes.items() if isinstance(size, int)} if isinstance(sizes, dict) else {}

    def get_file(self, path: str) -> bytes:
        """Return a file's content; FileRejected if there is none."""
        data = self.ask("get_file", {"path": path})
        return base64.b64decode(data) if isinstance(data, str) else b""

    def put_file(self, path: str, data: bytes) -> None:
        """Write a file; FileRejected if the quota does not allow it."""
        self.ask("put_file", {"path": path, "data": base64.b64encode(data).decode()})

    def close(self) -> None:
        """Free the interpreter. Closing twice is harmless."""
        if self._worker.alive and self._number:
            self.ask("close", {})
        self.alive, self._number = False, 0

    def ask(self, operation: str, arguments: JsonObject, gate: ToolGate | None = None) -> JsonValue:
        """Send one request about this session."""
        request: JsonObject = {"do": operation, "session": self._number, **arguments}
        try:
            return self._worker.ask(request, wall_s=self.limits.wall_s, gate=gate)
        except (WorkerLost, errors.SessionEnded):
            self.alive = False
            raise


def _read_raw(report: JsonValue) -> RawStep:
    """Read a step's report; ValueError if the child made it up."""
    if not isinstance(report, dict):
        raise ValueError("the step's report is not an object")
    stopped = json_types.find_text_field(report, "stopped")
    return RawStep(
        guest=json_types.find_text_field(report, "guest"),
        stopped=Outcome(stopped).value if stopped else None,
        detail=json_types.text_field(report, "detail"),
        answer=json_types.find_text_field(report, "answer"),
        stdout=json_types.text_field(report, "stdout"),
        stderr=json_types.text_field(report, "stderr"),
        truncated=report.get("truncated") is True,
        cpu_seconds=json_types.number_field(report, "cpu_seconds"),
        wall_seconds=json_types.number_field(report, "wall_seconds"),
    )
