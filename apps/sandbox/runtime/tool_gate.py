"""Runs a guest's tool calls on the host, within a step's limits, and keeps a record of them."""

from __future__ import annotations

import json
import keyword
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from apps.sandbox.runtime import json_types
from apps.sandbox.runtime.json_types import JsonObject, JsonValue
from apps.sandbox.runtime.limits import Limits
from apps.sandbox.runtime.outcomes import ToolCall

logger = logging.getLogger(__name__)

CallTool = Callable[[str, list[JsonValue], JsonObject], JsonValue]
"""Takes a tool's name, its positional and its keyword arguments."""

STOP = '{"stop": true}'
ARGUMENTS_TOO_LARGE = ("too_large", "the arguments are too large, or those of this step together")
RESULT_TOO_LARGE = ("too_large", "the tool's result is too large, or those of this step together")
RESERVED = frozenset({"tools", "final_answer", "ToolError"})


class ToolFailure(Exception):
    """Raised by a tool to fail in a way the agent should know: it sees the code and the message."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message


def _no_tools(name: str, args: list[JsonValue], kwargs: JsonObject) -> JsonValue:
    raise ToolFailure("no_such_tool", f"there is no tool named {name}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Toolbox:
    """The tools of a session: names that become functions in the guest, and the one callback behind them.

    A ToolFailure of the callback reaches the agent as it is; any other Exception is logged and reaches it as
    `tool_failed`, without its text, which may hold secrets. A BaseException ends the step and the session.
    """

    names: tuple[str, ...] = ()
    call: CallTool = field(default=_no_tools)

    def __post_init__(self) -> None:
        for name in self.names:
            usable = name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("__")
            if not usable or name in RESERVED:
                raise ValueError(f"{name!r} cannot be the name of a tool")


NO_TOOLS = Toolbox()


class ToolGate:
    """The tool calls of one step."""

    def __init__(self, toolbox: Toolbox, limits: Limits) -> None:
        self._toolbox = toolbox
        self._limits = limits
        self._room = limits.tool_bytes  # in all: the records stay in this process's memory until the step ends
        self.calls: list[ToolCall] = []

    def answer(self, name: str, arguments: str) -> str:
        """Run one call and return the JSON that the guest waits for."""
        if len(self.calls) >= self._limits.tool_calls:
            return STOP
        if len(arguments) > self._room:
            return self._fail(ToolCall(name=name, args=[], kwargs={}, error=ARGUMENTS_TOO_LARGE))
        self._room -= len(arguments)
        try:
            args, kwargs = _read_arguments(arguments)
        except ValueError as error:
            return self._fail(ToolCall(name=name, args=[], kwargs={}, error=("invalid_arguments", str(error))))
        started = time.monotonic()
        result, failure = self._run(name, args, kwargs)
        call = ToolCall(
            name=name, args=args, kwargs=kwargs, result=result, error=failure, seconds=time.monotonic() - started
        )
        return self._fail(call) if failure else self._succeed(call)

    def _run(self, name: str, args: list[JsonValue], kwargs: JsonObject) -> tuple[JsonValue, tuple[str, str] | None]:
        if name not in self._toolbox.names:  # the guest's stubs are only a convenience; this is the check
            return None, ("no_such_tool", f"there is no tool named {name}")
        try:
            return self._toolbox.call(name, args, kwargs), None
        except ToolFailure as failure:
            return None, (failure.code, failure.message)
        except Exception:
            logger.exception("tool %s failed", name)
            return None, ("tool_failed", "the tool failed unexpectedly")

    def _succeed(self, call: ToolCall) -> str:
        try:
            text = json.dumps({"ok": call.result}, allow_nan=False)
        except (TypeError, ValueError):
            return self._fail(_with_error(call, "tool_failed", "the tool's result cannot be sent as JSON"))
        if len(text) > self._room:
            return self._fail(_with_error(call, *RESULT_TOO_LARGE))
        self._room -= len(text)
        self.calls.append(call)
        return text

    def _fail(self, call: ToolCall) -> str:
        self.calls.append(call)
        code, message = call.error or ("tool_failed", "")
        return json.dumps({"error": {"code": code, "message": message}})


def _with_error(call: ToolCall, code: str, message: str) -> ToolCall:
    return ToolCall(name=call.name, args=call.args, kwargs=call.kwargs, error=(code, message), seconds=call.seconds)


def _read_arguments(text: str) -> tuple[list[JsonValue], JsonObject]:
    """Read the guest's [args, kwargs]; a hostile guest may write anything here."""
    match json_types.parse(text):
        case [list() as args, dict() as kwargs]:
            return args, kwargs
        case _:
            raise ValueError("expected a list of arguments and an object of named ones")
