"""What the loop asks of the world, and what the world answers."""

from dataclasses import dataclass, field
from decimal import Decimal

from apps.agents.domain.steps import Answer, RunState, Spending, Step, StepError
from kernel.types import JsonObject, JsonValue
from language_models.port import ModelReply, ModelRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class CallModel:
    """Ask the model. Answer with `ModelAnswered` or `ModelFailed`."""

    step: int
    request: ModelRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class RunCode:
    """Run code in the sandbox, in the state that earlier code left. Answer with `CodeRan`."""

    step: int
    code: str
    seconds_left: float | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CallTool:
    """Call a tool outside of code. Reserved for agents that call tools one by one."""

    step: int
    name: str
    arguments: JsonObject


@dataclass(frozen=True, kw_only=True, slots=True)
class SaveStep:
    """Keep this step, replacing what was kept under its index. Answer with None."""

    step: Step


@dataclass(frozen=True, kw_only=True, slots=True)
class Finish:
    """The end of a run; the last event. `partial` marks an answer that nobody called final."""

    state: RunState
    answer: Answer | None = None
    partial: bool = False
    error: StepError | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelAnswered:
    """The model's reply; `cost` is None when its price is not known."""

    reply: ModelReply
    cost: Decimal | None
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelFailed:
    """No reply, after all retries that made sense."""

    code: str
    message: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeRan:
    """What code did; `answer` when it called final_answer, `spending` includes its sub-agents'."""

    stdout: str = ""
    value: JsonValue = None
    answer: Answer | None = None
    error: StepError | None = None
    spending: Spending = field(default_factory=Spending)


@dataclass(frozen=True, kw_only=True, slots=True)
class Cancel:
    """Stop here; accepted in place of any answer."""

    reason: str


LoopEvent = CallModel | RunCode | CallTool | SaveStep | Finish
LoopInput = ModelAnswered | ModelFailed | CodeRan | Cancel | None
