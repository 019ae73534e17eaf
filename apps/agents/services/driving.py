"""Drives a run: carries out what the loop asks for and records it, until the run ends or must be left."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import assert_never
from uuid import UUID

from django.db import connection

from apps.agents import selectors
from apps.agents.domain import loop as loops
from apps.agents.domain.budget import Limits
from apps.agents.domain.events import (
    CallModel,
    CallTool,
    Cancel,
    Finish,
    LoopEvent,
    LoopInput,
    ModelAnswered,
    ModelFailed,
    RunCode,
    SaveStep,
)
from apps.agents.domain.plan import RunPlan
from apps.agents.domain.steps import RunState, Step, StepError
from apps.agents.models import Agent, Run
from apps.agents.models import Step as StepRow
from apps.agents.services import language, leasing
from apps.agents.services.gate import Diverged, Gate
from apps.agents.services.leasing import Claim, Interrupted, Lease, Stopped
from apps.agents.services.recording import Effort, Recorder, end_for, read_step
from apps.agents.services.starting import actor_of_run
from apps.agents.services.tools import find_tool
from apps.agents.services.workbench import PastCode, Workbench
from apps.agents.types import Definition, ModelSpec, storable
from apps.billing.errors import QuotaReached
from apps.sandbox.errors import SandboxesBusy
from kernel.actors import Actor
from kernel.clock import Clock, SystemClock
from kernel.errors import DomainError
from kernel.tenancy import tenant_scope
from language_models.errors import ModelError
from language_models.port import LanguageModel, ModelReply
from language_models.prices import find_cost

MOST_ATTEMPTS = 5
"""How often a run may be taken without ending one more step, before it is given up."""
BUSY_PAUSE_SECONDS = 2.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class World:
    """What a driver needs from outside."""

    open_model: Callable[[ModelSpec], LanguageModel] = language.open_for
    clock: Clock = SystemClock()
    sandbox_wait_seconds: float = 30.0


@dataclass(frozen=True, kw_only=True, slots=True)
class _Loaded:
    """A run with everything that was recorded of it."""

    run: Run
    definition: Definition
    agent: Agent
    actor: Actor
    steps: tuple[StepRow, ...]


def drive(tenant_id: UUID, run_id: UUID, *, world: World | None = None) -> None:
    """Take a run if nobody has it, and drive it to its end; safe to call at any time, any number of times."""
    claim = leasing.claim(tenant_id, run_id)
    if claim is None:
        return
    with Lease(claim) as lease:
        try:
            _drive(lease, world or World())
        except Stopped:
            log.info("Run %s was taken over by another worker.", run_id)
        except SandboxesBusy:
            leasing.give_back(claim, after=BUSY_PAUSE_SECONDS, counts=False)
        except (Interrupted, Exception):
            # the edge of the process: whatever it was, the run is taken up again from its record
            log.exception("Run %s was interrupted (attempt %d).", run_id, claim.attempts)
            leasing.give_back(claim, after=2.0**claim.attempts, counts=True)


def _drive(lease: Lease, world: World) -> None:
    loaded = _load(lease.claim)
    recorder = Recorder(lease.claim, loaded.actor, agent=loaded.agent, clock=world.clock)
    if lease.claim.attempts > MOST_ATTEMPTS:
        recorder.finish(_given_up(lease.claim.attempts - 1))
        return
    lease.cancel_reason = lease.cancel_reason or loaded.run.cancel_reason
    try:
        end = _work(loaded, lease, recorder, world)
    except SandboxesBusy:
        raise
    except DomainError as refusal:
        end = _failed(refusal.code, refusal.message)
    except Diverged as difference:
        end = _failed("replay_diverged", f"The run cannot go on from its record: {difference}")
    recorder.finish(end)


def _work(loaded: _Loaded, lease: Lease, recorder: Recorder, world: World) -> Finish:
    with ExitStack() as opened:
        driver = _Driver(loaded, lease, recorder, world)
        driver.model = opened.enter_context(closing(world.open_model(loaded.definition.model)))
        opened.callback(driver.workbench.close)
        return driver.work()


class _Driver:
    """Answers the loop of one run."""

    model: LanguageModel

    def __init__(self, loaded: _Loaded, lease: Lease, recorder: Recorder, world: World) -> None:
        self._loaded = loaded
        self._lease = lease
        self._recorder = recorder
        gate = Gate(lease, loaded.actor, wing=loaded.definition.wing, clock=world.clock)
        with tenant_scope(lease.claim.tenant_id):
            gate.know(selectors.list_calls(loaded.run, {row.index for row in loaded.steps}))
        self.workbench = Workbench(
            loaded.run, loaded.definition, gate=gate, lease=lease, wait_seconds=world.sandbox_wait_seconds
        )
        self.workbench.know(_past_code(loaded.steps))
        self._code_at = {row.index: row.code_at for row in loaded.steps if row.code_at is not None}
        self._effort: Effort | None = None

    def work(self) -> Finish:
        """Drive the loop to its end."""
        steps = tuple(read_step(row) for row in self._loaded.steps if row.is_replied)
        loop = loops.resume(_plan(self._loaded), steps)
        event = next(loop)
        try:
            while not isinstance(event, Finish):
                event = loop.send(self._carry_out(event))
        except QuotaReached as refusal:
            return end_for(refusal)
        return event

    def _carry_out(self, event: LoopEvent) -> LoopInput:
        match event:
            case SaveStep(step=step):
                self._save(step)
                return None
            case CallModel() | RunCode():
                return self._effect(event)
            case CallTool() | Finish():
                raise ValueError(f"the loop of a code agent does not yield {type(event).__name__}")
            case _:
                assert_never(event)

    def _effect(self, event: CallModel | RunCode) -> LoopInput:
        """Do what costs time or money, unless the run has been stopped before or is meanwhile."""
        try:
            self._lease.check()
            answer = self._ask(event) if isinstance(event, CallModel) else self._run_code(event)
            self._lease.check()
        except Stopped:
            if self._lease.is_lost or self._lease.cancel_reason is None:
                raise
            return Cancel(reason=self._lease.cancel_reason)
        return answer

    def _ask(self, event: CallModel) -> ModelAnswered | ModelFailed:
        self._recorder.begin_step(event.step)
        connection.close()  # a model may take minutes; others need the connection meanwhile
        started = time.monotonic()
        try:
            reply = self.model.complete(event.request)
        except ModelError as error:
            return ModelFailed(code=error.code, message=storable(error.message))
        seconds = time.monotonic() - started
        return ModelAnswered(reply=_storable(reply), cost=find_cost(reply.model, reply.usage), seconds=seconds)

    def _run_code(self, event: RunCode) -> LoopInput:
        code = PastCode(step=event.step, code=event.code, at=self._code_at[event.step])
        ran = self.workbench.run(code, seconds=event.seconds_left)
        self._effort = ran.effort
        if self._lease.cancel_reason is not None and not self._lease.is_lost:
            self._recorder.bill_seconds(event.step, ran.effort.sandbox_seconds)
        return ran.outcome

    def _save(self, step: Step) -> None:
        effort, self._effort = self._effort, None
        try:
            self._code_at[step.index] = self._recorder.save_step(step, effort)
        except QuotaReached:
            # with the answer there nothing more will be spent: the run may as well succeed
            if step.answer is None:
                raise


def _load(claim: Claim) -> _Loaded:
    with tenant_scope(claim.tenant_id):
        run = Run.objects.get(id=claim.run_id)
        [described] = selectors.describe_runs([run])
        return _Loaded(
            run=run,
            definition=described.definition,
            agent=described.agent,
            actor=actor_of_run(run),
            steps=tuple(StepRow.objects.filter(run_id=run.id).order_by("index")),
        )


def _plan(loaded: _Loaded) -> RunPlan:
    definition = loaded.definition
    return RunPlan(
        task=loaded.run.task,
        instructions=definition.instructions,
        tools=tuple(find_tool(name).signature for name in definition.tools),
        limits=Limits(steps=definition.limits.max_steps, seconds=definition.limits.max_seconds),
    )


def _past_code(steps: tuple[StepRow, ...]) -> list[PastCode]:
    """The code whose state still counts: of finished steps, after the last that ended its interpreter."""
    last_end = max((row.index for row in steps if row.ended_session), default=0)
    return [
        PastCode(step=row.index, code=row.code, at=row.code_at)
        for row in steps
        if row.index > last_end and row.ended_at is not None and row.code is not None and row.code_at is not None
    ]


def _storable(reply: ModelReply) -> ModelReply:
    """The reply as it can be kept: the loop must not see another text than a resumed one will."""
    return ModelReply(
        text=storable(reply.text),
        finish_reason=reply.finish_reason,
        usage=reply.usage,
        model=reply.model,
        usage_is_estimated=reply.usage_is_estimated,
    )


def _given_up(attempts: int) -> Finish:
    message = f"The run was interrupted {attempts} times at the same step; see the worker's log."
    return _failed("interrupted_too_often", message)


def _failed(code: str, message: str) -> Finish:
    return Finish(state=RunState.FAILED, error=StepError(code=code, message=message))
