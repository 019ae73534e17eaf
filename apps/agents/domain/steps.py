"""What a run is made of: steps, their outcomes, and the states of both."""

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from kernel.types import JsonValue
from language_models.port import TokenUsage


class RunState(StrEnum):
    """How a run ended."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    OUT_OF_BUDGET = "out_of_budget"


class StepState(StrEnum):
    """`running`: the reply is known and its code has not run yet."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True, slots=True)
class StepError:
    """What went wrong in a step or run; `code` is stable, the message is for people and models."""

    code: str
    message: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """A final answer; a class of its own, because None, 0 and "" are answers too."""

    value: JsonValue


@dataclass(frozen=True, kw_only=True, slots=True)
class Spending:
    """What was used up, by one step or by a whole run with its sub-agents."""

    usage: TokenUsage = field(default_factory=TokenUsage)
    cost: Decimal = Decimal(0)
    unpriced_calls: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Spending") -> "Spending":
        return Spending(
            usage=self.usage + other.usage,
            cost=self.cost + other.cost,
            unpriced_calls=self.unpriced_calls + other.unpriced_calls,
            seconds=self.seconds + other.seconds,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One turn of the loop: a reply, the code in it, and what came of it."""

    index: int
    state: StepState
    reply: str
    thought: str = ""
    code: str | None = None
    # the reply went on after its first block; the rest was not run
    rest_ignored: bool = False
    stdout: str = ""
    value: JsonValue = None
    answer: Answer | None = None
    error: StepError | None = None
    model: str = ""
    thinking: Spending = field(default_factory=Spending)
    acting: Spending = field(default_factory=Spending)

    @property
    def spending(self) -> Spending:
        """Return what the model call and the code of this step used up together."""
        return self.thinking + self.acting


def spent(steps: tuple[Step, ...]) -> Spending:
    """Return what all steps used up together."""
    return sum((step.spending for step in steps), Spending())
