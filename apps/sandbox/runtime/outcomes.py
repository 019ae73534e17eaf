"""How a step ended, in types."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from apps.sandbox.runtime import json_types
from apps.sandbox.runtime.json_types import JsonObject, JsonValue


class Outcome(StrEnum):
    """How a step ended, and whether the session lives on."""

    OK = "ok"
    ERROR = "error"
    """The code raised an exception."""
    MEMORY_LIMIT = "memory_limit"
    """A MemoryError that the code did not handle."""
    OUTPUT_LIMIT = "output_limit"
    TOOL_LIMIT = "tool_limit"
    CPU_LIMIT = "cpu_limit"
    WALL_LIMIT = "wall_limit"
    STACK_OVERFLOW = "stack_overflow"
    EXITED = "exited"
    """The code ended its own interpreter, as os._exit does."""
    CRASHED = "crashed"
    """The interpreter aborted."""
    WORKER_LOST = "worker_lost"
    """The sandbox process died or did not answer and was killed."""

    @property
    def session_lives(self) -> bool:
        """Whether the next step can run in the same session."""
        return self in SURVIVED


SURVIVED = frozenset({Outcome.OK, Outcome.ERROR, Outcome.MEMORY_LIMIT, Outcome.OUTPUT_LIMIT, Outcome.TOOL_LIMIT})

MESSAGES: dict[Outcome, str] = {
    Outcome.CPU_LIMIT: "the step used up its processor time and was stopped",
    Outcome.WALL_LIMIT: "the step took too long and was stopped",
    Outcome.STACK_OVERFLOW: "the step nested calls too deeply and was stopped",
    Outcome.EXITED: "the step ended its interpreter",
    Outcome.CRASHED: "the step crashed its interpreter",
    Outcome.WORKER_LOST: "the sandbox process was lost",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class StepError:
    """Why a step did not succeed. The traceback shows the agent's own lines only; it may be empty."""

    type: str
    message: str
    traceback: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolCall:
    """One call of a host tool, as the host saw it; `error` is its code and message, or None."""

    name: str
    args: list[JsonValue]
    kwargs: JsonObject
    result: JsonValue = None
    error: tuple[str, str] | None = None
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class StepOutcome:
    """Everything one step left behind."""

    outcome: Outcome
    final: bool = False
    """The step called final_answer; `value` is the answer."""
    value: JsonValue = None
    """The answer, or the last expression's value if it is JSON."""
    echo: str | None = None
    """repr of the last expression's value; None if that was None or there was none."""
    stdout: str = ""
    stderr: str = ""
    output_truncated: bool = False
    error: StepError | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    tool_seconds: float = 0.0

    @property
    def session_lives(self) -> bool:
        """Whether the next step can run in the same session."""
        return self.outcome.session_lives


@dataclass(frozen=True, kw_only=True, slots=True)
class RawStep:
    """A step as the child process reports it, nothing in it trusted yet."""

    guest: str | None
    """The guest's own JSON report; None if the guest was stopped."""
    stopped: str | None = None
    detail: str = ""
    answer: str | None = None
    stdout: str = ""
    stderr: str = ""
    truncated: bool = False
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0


def read_step(raw: RawStep, tool_calls: tuple[ToolCall, ...]) -> StepOutcome:
    """Turn a report into a typed outcome; a report that makes no sense is an error of the step."""
    outcome, error, echo, value = _read_guest(raw)
    final = raw.answer is not None
    try:
        answer = json_types.parse(raw.answer) if raw.answer is not None else value
    except ValueError as broken:
        outcome, answer, error = Outcome.ERROR, None, _bad_report(broken)
        final = False
    return StepOutcome(
        outcome=outcome,
        final=final,
        value=answer,
        echo=echo,
        stdout=raw.stdout,
        stderr=raw.stderr,
        output_truncated=raw.truncated,
        error=error,
        tool_calls=tool_calls,
        cpu_seconds=raw.cpu_seconds,
        wall_seconds=raw.wall_seconds,
        tool_seconds=sum(call.seconds for call in tool_calls),
    )


def stopped_step(outcome: Outcome, detail: str, tool_calls: tuple[ToolCall, ...] = ()) -> StepOutcome:
    """Return the outcome of a step that left no report."""
    return read_step(RawStep(guest=None, stopped=outcome, detail=detail), tool_calls)


def _read_guest(raw: RawStep) -> tuple[Outcome, StepError | None, str | None, JsonValue]:
    if raw.guest is None:
        outcome = Outcome(raw.stopped or Outcome.CRASHED)
        message = "; ".join(part for part in (MESSAGES.get(outcome, ""), raw.detail) if part)
        return outcome, StepError(type=outcome.value, message=message), None, None
    try:
        report = json_types.parse_object(raw.guest)
        outcome = Outcome(json_types.text_field(report, "outcome"))
        if not outcome.session_lives:  # only the host can know that
            raise ValueError(f"a guest cannot report {outcome}")
        return outcome, _read_error(report), json_types.find_text_field(report, "echo"), report.get("value")
    except ValueError as broken:
        return Outcome.ERROR, _bad_report(broken), None, None


def _read_error(report: JsonObject) -> StepError | None:
    error = report.get("error")
    if not isinstance(error, dict):
        return None
    return StepError(
        type=json_types.text_field(error, "type"),
        message=json_types.text_field(error, "message"),
        traceback=json_types.text_field(error, "traceback"),
    )


def _bad_report(broken: ValueError) -> StepError:
    return StepError(type="bad_report", message=f"the step's result is not readable: {broken}"[:500])
