"""Runs of agents for the specification: made by services, driven by scripted models."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID, uuid4

from apps.agents.models import Run, Step, ToolCall
from apps.agents.services import definitions, driving, starting
from apps.agents.services.driving import World
from apps.agents.types import Definition, LimitsSpec, ModelProvider, ModelSpec, ToolName
from apps.billing.models import Seat, UsageRow
from apps.memories.services import remembering
from apps.memories.types import Channel, NewMemory
from kernel.actors import Actor, Permission
from kernel.clock import SystemClock
from kernel.tenancy import tenant_scope
from language_models.port import ModelRequest, Role
from language_models.scripted import Script, ScriptedModel

BOTH = (ToolName.RECALL, ToolName.REMEMBER)
SCRIPTED = Definition(model=ModelSpec(provider=ModelProvider.SCRIPTED), tools=BOTH)


def code(text: str) -> str:
    """A model's reply that holds this code."""
    return f"I try this.\n<code>\n{text}\n</code>"


def script(*codes: str) -> Script:
    """A model that writes these programs one after the other, wherever a run is taken up."""

    def reply(request: ModelRequest) -> str:
        turn = sum(message.role is Role.ASSISTANT for message in request.messages)
        return code(codes[turn])

    return reply


def model_world(reply: Script) -> World:
    """A world whose every model is this script."""
    return World(open_model=lambda spec: ScriptedModel(reply))


def definition(**changes: object) -> Definition:
    """An agent with both tools and a scripted model, changed as asked."""
    return SCRIPTED.model_copy(update=changes)


def limits(*, steps: int = 20, seconds: float = 300) -> LimitsSpec:
    """Limits of a run."""
    return LimitsSpec(max_steps=steps, max_seconds=seconds)


def start(actor: Actor, chosen: Definition = SCRIPTED, *, task: str = "Do it.") -> UUID:
    """Make an agent and start a run of it; returns the run's id."""
    with tenant_scope(actor.tenant_id):
        agent = definitions.create_agent(actor, f"agent-{uuid4().hex[:8]}", chosen).agent
        return starting.start_run(actor, agent.id, task, clock=SystemClock()).run.id


def run_with(actor: Actor, *codes: str, chosen: Definition = SCRIPTED) -> Seen:
    """Start a run whose model writes these programs, drive it here, and look at it."""
    run_id = start(actor, chosen)
    driving.drive(actor.tenant_id, run_id, world=model_world(script(*codes)))
    return look(actor, run_id)


def remember(actor: Actor, text: str, *, palace: str | None = None) -> None:
    """Store a memory in the actor's name."""
    with tenant_scope(actor.tenant_id):
        remembering.remember(actor, NewMemory(content=text, palace=palace), channel=Channel.API, at=SystemClock().now())


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """Everything that a run has left in the tables."""

    run: Run
    steps: list[Step]
    calls: list[ToolCall]
    charges: dict[str, int]
    """Ledger rows of the run by meter."""
    seats: int

    @property
    def outcome(self) -> tuple[object, ...]:
        """What a run that was interrupted must have in common with one that was not."""
        steps = [
            (step.index, step.state, step.code, step.stdout, step.value, step.answer, step.error) for step in self.steps
        ]
        calls = [(call.step_index, call.ordinal, call.name, call.arguments, call.state) for call in self.calls]
        return (self.run.state, self.run.answer, steps, calls, self.charges)


def look(actor: Actor, run_id: UUID) -> Seen:
    """Look at a run."""
    with tenant_scope(actor.tenant_id):
        run = Run.objects.get(id=run_id)
        rows = UsageRow.objects.filter(run_id=run_id).values_list("meter", flat=True)
        meters = list(rows)
        return Seen(
            run=run,
            steps=list(Step.objects.filter(run_id=run_id).order_by("index")),
            calls=list(ToolCall.objects.filter(run_id=run_id).order_by("step_index", "ordinal")),
            charges={meter: meters.count(meter) for meter in sorted(set(meters))},
            seats=Seat.objects.filter(agent_id=run.agent_id).count(),
        )


def with_rights(actor: Actor, permissions: set[Permission]) -> Actor:
    """The same person with fewer rights."""
    return replace(actor, permissions=frozenset(permissions))


def start_by(owner: Actor, starter: Actor, chosen: Definition = SCRIPTED) -> UUID:
    """Let one make an agent and another start a run of it."""
    with tenant_scope(owner.tenant_id):
        agent = definitions.create_agent(owner, f"agent-{uuid4().hex[:8]}", chosen).agent
        return starting.start_run(starter, agent.id, "Do it.", clock=SystemClock()).run.id


def failure(error: object) -> tuple[str, str]:
    """Code and message of an error as it is stored."""
    assert isinstance(error, dict), "there is no error"
    return str(error["code"]), str(error["message"])
