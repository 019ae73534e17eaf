"""Plain values the tests of the loop are written with."""

from collections.abc import Iterable
from decimal import Decimal

from apps.agents.domain.events import (
    CodeRan,
    Finish,
    LoopEvent,
    LoopInput,
    ModelAnswered,
    SaveStep,
)
from apps.agents.domain.loop import Loop
from apps.agents.domain.steps import Answer, Spending, Step
from kernel.types import JsonValue
from language_models.port import FinishReason, ModelReply, TokenUsage


def said(
    text: str,
    *,
    finish: FinishReason = FinishReason.STOP,
    tokens: int = 10,
    cost: Decimal | None = Decimal(0),
    seconds: float = 1.0,
) -> ModelAnswered:
    """Return a model's answer with this text."""
    usage = TokenUsage(input=tokens, output=0)
    reply = ModelReply(text=text, finish_reason=finish, usage=usage, model="test-model")
    return ModelAnswered(reply=reply, cost=cost, seconds=seconds)


def wrote(code: str) -> ModelAnswered:
    """Return a model's answer that holds this code in the form we ask for."""
    return said(f"Thought.\n<code>\n{code}\n</code>")


def printed(text: str, *, seconds: float = 0.0) -> CodeRan:
    """Return the outcome of code that printed."""
    return CodeRan(stdout=text, spending=Spending(seconds=seconds))


def answered(value: JsonValue) -> CodeRan:
    """Return the outcome of code that called final_answer."""
    return CodeRan(answer=Answer(value=value))


class Driven:
    """A loop driven by a list: what it asked for, what it saved, how it ended."""

    def __init__(self, loop: Loop, answers: Iterable[LoopInput] = ()) -> None:
        self.asked: list[LoopEvent] = []
        self.saved: list[Step] = []
        self._answers = iter(answers)
        event = next(loop)
        while not isinstance(event, Finish):
            event = loop.send(self._answer(event))
        self.end = event

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return each step as it was saved last."""
        return tuple({step.index: step for step in self.saved}.values())

    def _answer(self, event: LoopEvent) -> LoopInput:
        if isinstance(event, SaveStep):
            self.saved.append(event.step)
            return None
        self.asked.append(event)
        return next(self._answers)
