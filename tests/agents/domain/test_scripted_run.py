"""The loop and the fixed rule of a fresh installation understand each other."""

from contextlib import suppress

import pytest

from apps.agents.domain.budget import Limits
from apps.agents.domain.events import (
    CallModel,
    CallTool,
    CodeRan,
    Finish,
    LoopEvent,
    LoopInput,
    ModelAnswered,
    RunCode,
    SaveStep,
)
from apps.agents.domain.loop import start
from apps.agents.domain.plan import ModelSettings, ReplyForm, RunPlan
from apps.agents.domain.steps import Answer, RunState
from apps.agents.domain.tools import Parameter, ToolSignature
from kernel.types import JsonObject, JsonValue
from language_models import recall_script
from language_models.prices import find_cost
from language_models.scripted import ScriptedModel

RECALL = ToolSignature(name="recall", description="Search.", parameters=(Parameter(name="query"),))
TASK = "How many times did Maya go swimming and when was the last time?"


class Answered(BaseException):
    """Carries a final answer out of the guest's code."""


class World:
    """Carries out what the loop asks for: the fixed rule as the model, exec as the sandbox."""

    def __init__(self) -> None:
        self.model = ScriptedModel(recall_script.reply)
        self._answer: Answer | None = None
        self._printed: list[str] = []
        self._names: dict[str, object] = {
            "recall": self._recall,
            "final_answer": self._finish,
            "print": lambda *words: self._printed.append(" ".join(map(str, words))),
        }

    def carry_out(self, event: LoopEvent) -> LoopInput:
        match event:
            case CallModel(request=request):
                reply = self.model.complete(request)
                return ModelAnswered(reply=reply, cost=find_cost(reply.model, reply.usage))
            case RunCode(code=code):
                self._printed.clear()
                with suppress(Answered):
                    exec(compile(code, "step", "exec"), self._names)
                return CodeRan(stdout="\n".join(self._printed), answer=self._answer)
            case SaveStep():
                return None
            case CallTool() | Finish():
                raise AssertionError(event)

    def _recall(self, query: str, k: int = 10) -> list[JsonObject]:
        day: JsonObject = {"author": "Maya", "content": "I went swimming.", "score": 1.0}
        return [{**day, "occurred_at": f"2026-0{month}-02T09:00:00Z"} for month in (3, 5, 4)]

    def _finish(self, value: JsonValue) -> None:
        self._answer = Answer(value=value)
        raise Answered


@pytest.mark.parametrize("form", ReplyForm)
def test_a_fresh_installation_answers_the_quick_start_question_in_two_steps(form: ReplyForm) -> None:
    world = World()
    loop = start(RunPlan(task=TASK, tools=(RECALL,), model=ModelSettings(form=form), limits=Limits(steps=2)))

    event = next(loop)
    while not isinstance(event, Finish):
        event = loop.send(world.carry_out(event))

    assert event.state is RunState.SUCCEEDED
    assert event.answer is not None
    answer = str(event.answer.value)
    assert answer.startswith(recall_script.DISCLAIMER)
    assert "3 times" in answer and "2026-05-02" in answer
    assert len(world.model.requests) == 2
