"""Runs one step of the agent's code and says how it ended."""

from __future__ import annotations

import ast
import builtins
import contextlib
import json
import linecache
import sys
import traceback
from collections.abc import Callable

from apps.sandbox.runtime.guest import jsonable, stops, tools
from apps.sandbox.runtime.guest.output import StepStream

STEP_FILE = "<step "
ECHO_CHARS = 20_000
TRACEBACK_CHARS = 8_000
FRAMES = 20
RESERVE_BYTES = 2 << 20

Result = dict[str, object]

OUTCOMES: dict[type[BaseException], str] = {
    stops.FinalAnswer: "ok",
    stops.OutputLimit: "output_limit",
    stops.ToolLimit: "tool_limit",
    MemoryError: "memory_limit",
}


class Session:
    """The names that live on between steps."""

    def __init__(self) -> None:
        self.names: dict[str, object] = vars(sys.modules["__main__"])
        self.own: set[str] = set()
        self.sources: list[str] = []
        self.value_chars = 0
        # Given up at a MemoryError, so that the next step has room to tidy up in. Made before the snapshot,
        # where untouched zeros cost an instance nothing.
        self.reserve = bytearray(RESERVE_BYTES)

    def open(self, granted: dict[str, Callable[..., object]], value_chars: int) -> None:
        """Give the agent its tools."""
        given: dict[str, object] = {
            "__name__": "__main__",
            "__builtins__": builtins,
            "tools": tools.MODULE,
            "ToolError": tools.ToolError,
            "final_answer": tools.final_answer,
            **granted,
        }
        self.names.update(given)
        self.own = set(given)
        self.value_chars = value_chars

    def remember_source(self, code: str) -> str:
        """Keep the step's lines for later tracebacks and return its file name."""
        self.sources.append(code)
        name = f"{STEP_FILE}{len(self.sources)}>"
        linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
        return name

    def run(self, code: str) -> Result:
        """Run one step. Nothing the code raises leaves this method."""
        stops.forget()
        result: Result = {"outcome": "ok", "echo": None, "value": None, "error": None}
        sys.stdout, sys.stderr = StepStream(1), StepStream(2)
        try:
            self._execute(code, result)
        except BaseException as error:  # SystemExit too: the step ends, the session lives
            if isinstance(error, MemoryError):
                self.reserve = bytearray()
            _describe_end(stops.find_pending() or error, result)
        else:
            self._restore_reserve()
        return result

    def _restore_reserve(self) -> None:
        if not self.reserve:
            with contextlib.suppress(MemoryError):
                self.reserve = bytearray(RESERVE_BYTES)

    def _execute(self, code: str, result: Result) -> None:
        """Run the statements, echo the last expression, and write out what is still buffered."""
        file = self.remember_source(code)
        try:
            tree = ast.parse(code, file)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            stops.guard_handlers(tree)
            exec(compile(tree, file, "exec", dont_inherit=True), self.names)  # noqa: S102 - the sandbox is made for this
            if isinstance(last, ast.Expr):
                expression = compile(ast.Expression(last.value), file, "eval", dont_inherit=True)
                self._echo(eval(expression, self.names), result)  # noqa: S307 - as above
            stops.end_step_if_stopped()  # a `finally: return` may have hidden it
        finally:
            sys.stdout.flush()
            sys.stderr.flush()

    def _echo(self, value: object, result: Result) -> None:
        if value is None:
            return
        self.names["_"] = value
        result["echo"] = repr(value)[:ECHO_CHARS]
        found = jsonable.find_json(value, self.value_chars)
        result["value"] = None if found is None else json.loads(found)


def _describe_end(error: BaseException, result: Result) -> None:
    result["outcome"] = next((name for kind, name in OUTCOMES.items() if isinstance(error, kind)), "error")
    if isinstance(error, stops.FinalAnswer):
        return
    result.update(echo=None, value=None)
    try:
        result["error"] = _describe(error)
    except BaseException as second:  # its own __str__ failed, or no memory is left for the text
        message = f"({type(second).__name__} while describing it)"
        result["error"] = {"type": type(error).__name__, "message": message, "traceback": ""}


def _describe(error: BaseException) -> dict[str, str]:
    """Return type, message and a traceback of the agent's own lines."""
    report = traceback.TracebackException.from_exception(error, limit=-10 * FRAMES, compact=True)
    _keep_step_frames(report)
    text = "".join(report.format())
    return {"type": type(error).__name__, "message": str(error)[:2000], "traceback": text[-TRACEBACK_CHARS:]}


def _keep_step_frames(report: traceback.TracebackException) -> None:
    for one in (report, report.__cause__, report.__context__):
        if one is not None:
            own = [frame for frame in one.stack if frame.filename.startswith(STEP_FILE)]
            one.stack = traceback.StackSummary.from_list(own[-FRAMES:])


def answer(result: Result) -> str:
    """Return the result as JSON text."""
    return json.dumps(result)
