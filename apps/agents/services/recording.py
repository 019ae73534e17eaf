"""Writes down what happens in a run: before each effect and after it, in short transactions of their own.

A step is billed in the transaction that records it, under a key of its own: however often a
worker dies, a step costs once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from apps.agents.domain.events import Finish
from apps.agents.domain.steps import Answer, RunState, Spending, StepError, StepState
from apps.agents.domain.steps import Step as LoopStep
from apps.agents.models import Agent, Run, Step
from apps.agents.services.leasing import Claim, Stopped
from apps.agents.services.transactions import progress_scope
from apps.agents.types import State, storable
from apps.billing import services as billing
from apps.billing.errors import QuotaReached
from apps.billing.types import Meter
from kernel.actors import Actor
from kernel.clock import Clock
from kernel.db.sql import fetch
from kernel.tenancy import tenant_scope
from kernel.types import JsonObject
from language_models.port import TokenUsage

LEAST_SECONDS = Decimal("0.000001")


@dataclass(frozen=True, kw_only=True, slots=True)
class Effort:
    """What the sandbox spent on a step's code, and whether its session ended with it."""

    sandbox_seconds: float
    ended_session: bool


class Recorder:
    """Records one run for the driver that holds its claim; every write raises Stopped once that is lost."""

    def __init__(self, claim: Claim, actor: Actor, *, agent: Agent, clock: Clock) -> None:
        self._claim = claim
        self._actor = actor
        self._agent = agent
        self._clock = clock

    def begin_step(self, index: int) -> None:
        """Bill a step and write that it begins; again changes nothing. Raises QuotaReached, then nothing is written."""
        now = self._clock.now()
        with progress_scope(self._claim.tenant_id):
            revision = self._touch(steps=index)
            step = Step(
                tenant_id=self._claim.tenant_id,
                run_id=self._claim.run_id,
                index=index,
                state=StepState.RUNNING,
                revision=revision,
                started_at=now,
            )
            Step.objects.bulk_create([step], ignore_conflicts=True)
            if index == 1:
                billing.note_seat(self._actor, self._agent.id, at=now, name=self._agent.name)
            billing.charge(self._actor, Meter.AGENT_STEP, at=now, idempotency_key=self._key(index, "step"))

    def save_step(self, step: LoopStep, effort: Effort | None = None) -> datetime:
        """Write what is known of a step, and bill its seconds; returns the moment written for it.

        Raises QuotaReached after writing.
        """
        refused: QuotaReached | None = None
        now = self._clock.now()
        with progress_scope(self._claim.tenant_id):
            revision = self._touch(steps=step.index, ends_attempt=step.state is not StepState.RUNNING)
            self._update_step(step, revision, effort, now)
            if step.state is StepState.RUNNING or effort is None:
                self._add_thinking(step)
            else:
                refused = self._charge_seconds(step.index, effort)
        if refused is not None:
            raise refused
        return now

    def finish(self, end: Finish) -> None:
        """Write the end of the run; steps that are still open end with it."""
        now = self._clock.now()
        error = None if end.error is None else error_out(end.error)
        with tenant_scope(self._claim.tenant_id):
            revision = self._touch()
            Step.objects.filter(run_id=self._claim.run_id, state=StepState.RUNNING).update(
                state=StepState.FAILED, error=error, ended_at=now, revision=revision
            )
            Run.objects.filter(id=self._claim.run_id).update(
                state=State(end.state.value),
                answer=None if end.answer is None else end.answer.value,
                is_partial=end.partial,
                error=error,
                ended_at=now,
            )

    def bill_seconds(self, index: int, seconds: float) -> None:
        """Bill the sandbox seconds of a step that was stopped in the middle."""
        with progress_scope(self._claim.tenant_id):
            self._touch()
            self._charge_seconds(index, Effort(sandbox_seconds=seconds, ended_session=True))
            Step.objects.filter(run_id=self._claim.run_id, index=index).update(sandbox_seconds=seconds)

    def _touch(self, *, steps: int = 0, ends_attempt: bool = False) -> int:
        """Lock the run's row, move its revision on, and return the revision for a step; raises Stopped."""
        rows = fetch(
            "UPDATE agents_run SET revision = revision + 2, steps = greatest(steps, %s), "
            "attempts = CASE WHEN %s THEN 0 ELSE attempts END "
            "WHERE tenant_id = %s AND id = %s AND fence = %s AND state = 'running' RETURNING revision",
            [steps, ends_attempt, self._claim.tenant_id, self._claim.run_id, self._claim.fence],
        )
        if not rows:
            raise Stopped
        revision: int = rows[0][0]
        return revision - 1

    def _update_step(self, step: LoopStep, revision: int, effort: Effort | None, now: datetime) -> None:
        is_running = step.state is StepState.RUNNING
        Step.objects.filter(run_id=self._claim.run_id, index=step.index).update(
            **_columns(step),
            revision=revision,
            **({"code_at": now} if is_running else {"ended_at": now}),
            **(
                {}
                if effort is None
                else {"sandbox_seconds": effort.sandbox_seconds, "ended_session": effort.ended_session}
            ),
        )

    def _add_thinking(self, step: LoopStep) -> None:
        thinking = step.thinking
        fetch(
            "UPDATE agents_run SET input_tokens = input_tokens + %s, output_tokens = output_tokens + %s, "
            "cost = cost + %s, unpriced_calls = unpriced_calls + %s WHERE tenant_id = %s AND id = %s RETURNING id",
            [
                thinking.usage.input,
                thinking.usage.output,
                thinking.cost,
                thinking.unpriced_calls,
                self._claim.tenant_id,
                self._claim.run_id,
            ],
        )

    def _charge_seconds(self, index: int, effort: Effort) -> QuotaReached | None:
        quantity = max(LEAST_SECONDS, Decimal(repr(effort.sandbox_seconds)))
        key = self._key(index, "sandbox")
        try:
            billing.charge(
                self._actor, Meter.SANDBOX_SECOND, quantity=quantity, at=self._clock.now(), idempotency_key=key
            )
        except QuotaReached as refusal:
            return refusal
        return None

    def _key(self, index: int, what: str) -> str:
        return f"{self._claim.run_id}:{index}:{what}"


def read_step(row: Step) -> LoopStep:
    """A recorded step as the loop knows it."""
    usage = TokenUsage(
        input=row.input_tokens, output=row.output_tokens, cached=row.cached_tokens, reasoning=row.reasoning_tokens
    )
    error = row.error
    return LoopStep(
        index=row.index,
        state=StepState(row.state),
        reply=row.reply,
        thought=row.thought,
        code=row.code,
        rest_ignored=row.rest_ignored,
        stdout=row.stdout,
        value=row.value,
        answer=Answer(value=row.answer) if row.is_answered else None,
        error=None if error is None else StepError(code=error["code"], message=error["message"]),
        model=row.model,
        thinking=Spending(usage=usage, cost=row.cost, unpriced_calls=row.unpriced_calls, seconds=row.model_seconds),
        acting=Spending(seconds=row.acting_seconds),
    )


def _columns(step: LoopStep) -> dict[str, object]:
    usage = step.thinking.usage
    return {
        "state": step.state,
        "is_replied": True,
        "reply": step.reply,
        "thought": step.thought,
        "code": step.code,
        "rest_ignored": step.rest_ignored,
        "stdout": storable(step.stdout),
        "value": step.value,
        "is_answered": step.answer is not None,
        "answer": None if step.answer is None else step.answer.value,
        "error": None if step.error is None else error_out(step.error),
        "model": storable(step.model)[:200],
        "input_tokens": usage.input,
        "output_tokens": usage.output,
        "cached_tokens": usage.cached,
        "reasoning_tokens": usage.reasoning,
        "cost": step.thinking.cost,
        "unpriced_calls": step.thinking.unpriced_calls,
        "model_seconds": step.thinking.seconds,
        "acting_seconds": step.acting.seconds,
    }


def error_out(error: StepError) -> JsonObject:
    """An error as it is stored."""
    return {"code": error.code, "message": storable(error.message)}


def end_for(refusal: QuotaReached) -> Finish:
    """How a run ends when the plan does not cover its next step."""
    return Finish(state=RunState.OUT_OF_BUDGET, error=StepError(code=refusal.code, message=refusal.message))
