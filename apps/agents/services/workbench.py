"""Where a run's code runs: one sandbox session, rebuilt from the record when there is none.

Seed and clock are the run's and tool results are the recorded ones, so that replayed code leaves
exactly the state that it left before.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime

from apps.agents.domain.events import CodeRan
from apps.agents.domain.steps import Answer, Spending, StepError
from apps.agents.models import Run
from apps.agents.services.gate import Gate
from apps.agents.services.leasing import Interrupted, Lease
from apps.agents.services.recording import Effort
from apps.agents.types import Definition, storable
from apps.sandbox import services as sandboxes
from apps.sandbox.types import Limits, Outcome, SandboxSession, StepOutcome, Toolbox
from kernel.types import JsonValue

MOST_CPU_SECONDS = 60.0
LOST = "The interpreter was ended: names and files of earlier steps are gone."
LEAST_SECONDS = 0.001


@dataclass(frozen=True, kw_only=True, slots=True)
class PastCode:
    """A step's code that left its state in the session."""

    step: int
    code: str
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Ran:
    """What a step's code did, for the loop and for the bill."""

    outcome: CodeRan
    effort: Effort


class Workbench:
    """Runs the code of one run's steps, on the thread that drives it."""

    def __init__(self, run: Run, definition: Definition, *, gate: Gate, lease: Lease, wait_seconds: float) -> None:
        self._run = run
        self._gate = gate
        self._lease = lease
        self._wait_seconds = wait_seconds
        self._tools = tuple(tool.value for tool in definition.tools)
        seconds = definition.limits.max_seconds
        self._limits = Limits(cpu_s=min(MOST_CPU_SECONDS, seconds), wall_s=seconds)
        self._past: list[PastCode] = []
        self._opened = ExitStack()
        self._session: SandboxSession | None = None

    def know(self, past: Iterable[PastCode]) -> None:
        """Take note of code that ran before, to be replayed when a session is needed."""
        self._past.extend(past)

    def run(self, code: PastCode, *, seconds: float | None) -> Ran:
        """Run a step's code; it ends early when the run is stopped or the seconds are over.

        Raises Stopped, and SandboxesBusy when no sandbox becomes free.
        """
        session = self._session or self._rebuild()
        started = time.monotonic()
        outcome = self._perform(session, code, seconds=seconds)
        spent = time.monotonic() - started
        if session.alive:
            self._past.append(code)
        else:
            self.close()
        return Ran(outcome=_read(outcome, spent), effort=_effort(outcome, spent))

    def close(self) -> None:
        """Give the session back and forget what was in it."""
        self._past.clear()
        self._session = None
        self._opened.close()

    def _rebuild(self) -> SandboxSession:
        toolbox = Toolbox(names=self._tools, call=self._gate.call)
        opened = sandboxes.open_session(
            limits=self._limits,
            tools=toolbox,
            seed=self._run.seed,
            at=self._run.started_at,
            wait_s=self._wait_seconds,
        )
        session = self._opened.enter_context(opened)
        for past in self._past:
            self._perform(session, past, seconds=None)
            self._lease.check()
            if not session.alive:
                raise Interrupted(f"step {past.step} could not be replayed")
        self._session = session
        return session

    def _perform(self, session: SandboxSession, code: PastCode, *, seconds: float | None) -> StepOutcome:
        self._gate.begin(code.step)
        with self._lease.watching(session, seconds=seconds):
            return session.run(code.code, at=code.at)


def _effort(outcome: StepOutcome, spent: float) -> Effort:
    # waiting for tools is not the sandbox's time; a step that was killed reports none of its own
    in_sandbox = max(outcome.cpu_seconds, spent - outcome.tool_seconds, LEAST_SECONDS)
    return Effort(sandbox_seconds=in_sandbox, ended_session=not outcome.session_lives)


def _read(outcome: StepOutcome, spent: float) -> CodeRan:
    printed = outcome.stdout + outcome.stderr
    return CodeRan(
        stdout=storable(printed + ("\n[output was cut here]" if outcome.output_truncated else "")),
        value=None if outcome.final else _value(outcome),
        answer=Answer(value=outcome.value) if outcome.final else None,
        error=_error(outcome),
        spending=Spending(seconds=spent),
    )


def _value(outcome: StepOutcome) -> JsonValue:
    """The last expression's value; its repr where it is not JSON."""
    return outcome.echo if outcome.value is None else outcome.value


def _error(outcome: StepOutcome) -> StepError | None:
    if outcome.error is None:
        return None
    code = "python_error" if outcome.outcome is Outcome.ERROR else outcome.outcome.value
    message = outcome.error.traceback or f"{outcome.error.type}: {outcome.error.message}"
    return StepError(code=code, message=storable(message if outcome.session_lives else f"{message}\n{LOST}"))
