"""Reads of the agents app."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from apps.agents.errors import NoSuchAgent, NoSuchRun
from apps.agents.models import Agent, AgentVersion, Run, Step, ToolCall
from apps.agents.types import Definition, State
from kernel.actors import Actor, Permission


@dataclass(frozen=True, kw_only=True, slots=True)
class DescribedAgent:
    """An agent with one of its versions."""

    agent: Agent
    version: AgentVersion

    @property
    def definition(self) -> Definition:
        """What this version fixes."""
        return read_definition(self.version)


@dataclass(frozen=True, kw_only=True, slots=True)
class DescribedRun:
    """A run with its agent and what the version it executes fixes."""

    run: Run
    agent: Agent
    definition: Definition


@dataclass(frozen=True, kw_only=True, slots=True)
class DescribedStep:
    """A step with its tool calls, in order."""

    step: Step
    calls: tuple[ToolCall, ...]


def read_definition(version: AgentVersion) -> Definition:
    """The definition as it was stored."""
    # not strict: JSON knows neither tuples nor enumerations
    return Definition.model_validate(version.definition, strict=False)


def list_agents(actor: Actor) -> QuerySet[Agent]:
    """The tenant's agents."""
    actor.require(Permission.AGENT_READ)
    return Agent.objects.filter(tenant_id=actor.tenant_id)


def get_agent(actor: Actor, agent_id: UUID) -> DescribedAgent:
    """One agent with its newest version; raises NoSuchAgent for a stranger's too."""
    agent = list_agents(actor).filter(id=agent_id).first()
    if agent is None:
        raise NoSuchAgent("There is no such agent.", id=str(agent_id))
    return describe_agents([agent])[0]


def describe_agents(agents: Iterable[Agent]) -> list[DescribedAgent]:
    """The same agents with their newest versions."""
    found = list(agents)
    versions = _find_versions({(agent.id, agent.version) for agent in found})
    return [DescribedAgent(agent=agent, version=versions[agent.id, agent.version]) for agent in found]


def list_versions(actor: Actor, agent_id: UUID) -> list[DescribedAgent]:
    """All versions of an agent, newest first; raises NoSuchAgent."""
    agent = get_agent(actor, agent_id).agent
    versions = AgentVersion.objects.filter(tenant_id=actor.tenant_id, agent_id=agent.id).order_by("-number")
    return [DescribedAgent(agent=agent, version=version) for version in versions]


def list_runs(actor: Actor, *, agent_id: UUID | None = None, state: State | None = None) -> QuerySet[Run]:
    """The tenant's runs that worked within the actor's palaces: their steps show what they recalled there."""
    actor.require(Permission.RUN_READ)
    rows = Run.objects.filter(tenant_id=actor.tenant_id)
    if actor.palaces is not None:
        rows = rows.filter(palaces__isnull=False, palaces__contained_by=sorted(actor.palaces))
    if agent_id is not None:
        rows = rows.filter(agent_id=agent_id)
    return rows if state is None else rows.filter(state=state)


def get_run(actor: Actor, run_id: UUID) -> Run:
    """One run; raises NoSuchRun for a stranger's too."""
    run = list_runs(actor).filter(id=run_id).first()
    if run is None:
        raise NoSuchRun("There is no such run.", id=str(run_id))
    return run


def describe_runs(runs: Iterable[Run]) -> list[DescribedRun]:
    """The same runs as every interface shows them."""
    found = list(runs)
    versions = _find_versions({(run.agent_id, run.version) for run in found})
    agents = Agent.objects.in_bulk({run.agent_id for run in found})
    return [
        DescribedRun(
            run=run,
            agent=agents[run.agent_id],
            definition=read_definition(versions[run.agent_id, run.version]),
        )
        for run in found
    ]


def list_steps(run: Run, *, after_revision: int = -1) -> list[DescribedStep]:
    """A run's steps that changed after a revision, in order of change."""
    steps = list(
        Step.objects.filter(tenant_id=run.tenant_id, run_id=run.id, revision__gt=after_revision).order_by("revision")
    )
    calls = list_calls(run, {step.index for step in steps})
    return [
        DescribedStep(step=step, calls=tuple(call for call in calls if call.step_index == step.index)) for step in steps
    ]


def list_calls(run: Run, indexes: Iterable[int]) -> list[ToolCall]:
    """The tool calls of some of a run's steps, in order."""
    rows = ToolCall.objects.filter(tenant_id=run.tenant_id, run_id=run.id, step_index__in=list(indexes))
    return list(rows.order_by("step_index", "ordinal"))


def _find_versions(wanted: set[tuple[UUID, int]]) -> dict[tuple[UUID, int], AgentVersion]:
    if not wanted:
        return {}
    any_of = Q()
    for agent_id, number in wanted:
        any_of |= Q(agent_id=agent_id, number=number)
    return {(version.agent_id, version.number): version for version in AgentVersion.objects.filter(any_of)}
