"""Bodies of the agents app."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import Field, JsonValue

from apps.agents.models import ToolCall
from apps.agents.selectors import DescribedAgent, DescribedRun, DescribedStep
from apps.agents.types import Definition, LimitsSpec, ModelProvider, Name, State, Text
from kernel.http.schemas import In, Out, Usd


class AgentIn(Definition):
    """A new agent."""

    name: Name

    def definition(self) -> Definition:
        """All but the name."""
        return Definition.model_construct(**{field: getattr(self, field) for field in Definition.model_fields})


class VersionIn(Definition):
    """A whole new version of an agent."""


class RunIn(In):
    """What the agent shall do."""

    task: Annotated[Text, Field(min_length=1, max_length=50_000, pattern=r"\S")]


class CancelIn(In):
    """Why the run is to end."""

    reason: Annotated[Text, Field(min_length=1, max_length=500)] = "cancelled by request"


class ModelOut(Out):
    """Which model answers."""

    provider: ModelProvider
    name: str


class LimitsOut(Out):
    """The most that one run may use."""

    max_steps: int
    max_seconds: float

    @classmethod
    def of(cls, limits: LimitsSpec) -> Self:
        """Limits for the wire."""
        return cls(max_steps=limits.max_steps, max_seconds=limits.max_seconds)


class AgentOut(Out):
    """An agent at one of its versions."""

    id: UUID
    name: str
    version: int
    instructions: str
    model: ModelOut
    tools: list[str]
    palace: str | None
    wing: str | None
    limits: LimitsOut
    created_at: datetime

    @classmethod
    def of(cls, described: DescribedAgent) -> Self:
        """An agent for the wire; `created_at` is its version's."""
        definition = described.definition
        return cls(
            id=described.agent.id,
            name=described.agent.name,
            version=described.version.number,
            instructions=definition.instructions,
            model=ModelOut(provider=definition.model.provider, name=definition.model.name),
            tools=[tool.value for tool in definition.tools],
            palace=definition.palace,
            wing=definition.wing,
            limits=LimitsOut.of(definition.limits),
            created_at=described.version.created_at,
        )


class AgentVersionsOut(Out):
    """All versions, newest first."""

    items: list[AgentOut]


class FailureOut(Out):
    """Why a run, step or tool call failed: a stable code and a sentence."""

    code: str
    message: str


class RunAgentOut(Out):
    """The agent of a run, and the version that the run executes."""

    id: UUID
    name: str
    version: int


class RunUsageOut(Out):
    """What the model used; `cost_usd` is its price where known, `unpriced_calls` counts the others."""

    input_tokens: int
    output_tokens: int
    cost_usd: Usd
    unpriced_calls: int


class RunOut(Out):
    """A run; `partial` marks an answer that the agent did not call final."""

    id: UUID
    agent: RunAgentOut
    task: str
    state: State
    answer: JsonValue
    partial: bool
    error: FailureOut | None
    steps: int
    usage: RunUsageOut
    limits: LimitsOut
    revision: int
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None

    @classmethod
    def of(cls, described: DescribedRun) -> Self:
        """A run for the wire."""
        run = described.run
        return cls(
            id=run.id,
            agent=RunAgentOut(id=run.agent_id, name=described.agent.name, version=run.version),
            task=run.task,
            state=State(run.state),
            answer=run.answer,
            partial=run.is_partial,
            error=_failure(run.error),
            steps=run.steps,
            usage=RunUsageOut(
                input_tokens=run.input_tokens,
                output_tokens=run.output_tokens,
                cost_usd=run.cost.normalize(),
                unpriced_calls=run.unpriced_calls,
            ),
            limits=LimitsOut.of(described.definition.limits),
            revision=run.revision,
            created_at=run.created_at,
            started_at=run.started_at,
            ended_at=run.ended_at,
        )


class ToolCallOut(Out):
    """One call of a tool; a pending one has neither result nor error."""

    name: str
    arguments: JsonValue
    result: JsonValue
    error: FailureOut | None
    seconds: float

    @classmethod
    def of(cls, call: ToolCall) -> Self:
        """A call for the wire."""
        return cls(
            name=call.name,
            arguments=call.arguments,
            result=call.result,
            error=_failure(call.error),
            seconds=round(call.seconds, 6),
        )


class StepOut(Out):
    """A step; `running` without code while the model thinks, with code while it runs."""

    index: int
    state: str
    thought: str
    code: str | None
    reply: str
    model: str
    stdout: str
    value: JsonValue
    error: FailureOut | None
    tool_calls: list[ToolCallOut]
    input_tokens: int
    output_tokens: int
    model_seconds: float
    sandbox_seconds: float
    revision: int
    started_at: datetime
    ended_at: datetime | None

    @classmethod
    def of(cls, described: DescribedStep) -> Self:
        """A step for the wire; the value of one that gave the final answer is that answer."""
        step = described.step
        return cls(
            index=step.index,
            state=step.state,
            thought=step.thought,
            code=step.code,
            reply=step.reply,
            model=step.model,
            stdout=step.stdout,
            value=step.answer if step.is_answered else step.value,
            error=_failure(step.error),
            tool_calls=[ToolCallOut.of(call) for call in described.calls],
            input_tokens=step.input_tokens,
            output_tokens=step.output_tokens,
            model_seconds=round(step.model_seconds, 6),
            sandbox_seconds=round(step.sandbox_seconds, 6),
            revision=step.revision,
            started_at=step.started_at,
            ended_at=step.ended_at,
        )


class StepsOut(Out):
    """A run's steps, the first one first."""

    items: list[StepOut]


def _failure(error: JsonValue) -> FailureOut | None:
    return FailureOut.model_validate(error) if isinstance(error, dict) else None
