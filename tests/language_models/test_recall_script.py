"""The fixed rule that answers until a language model is configured, run over the example conversation."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from kernel.types import JsonObject, JsonValue
from language_models import recall_script
from language_models.port import Message, ModelRequest, Role
from language_models.recall_script import DISCLAIMER, find_deed, stem

EXAMPLE = Path(__file__).parents[2] / "examples" / "maya-and-tom.jsonl"
SYSTEM = Message(role=Role.SYSTEM, content="def recall(query: str, k: int = 10) -> list[dict]:")


class Answered(BaseException):
    """Carries a final answer out of the guest's code."""


class Guest:
    """Runs steps the way a sandbox does: names stay, final_answer ends it."""

    def __init__(self, recall: Callable[[str, int], list[JsonObject]]) -> None:
        self.answer: str | None = None
        self._names: dict[str, object] = {
            "recall": lambda query, k=10: recall(query, k),
            "print": lambda *_: None,
            "final_answer": self._finish,
        }

    def run(self, code: str) -> None:
        """Run one step."""
        with suppress(Answered):
            exec(compile(code, "step", "exec"), self._names)

    def _finish(self, answer: str) -> None:
        self.answer = answer
        raise Answered


def everything(query: str, k: int) -> list[JsonObject]:
    turns: list[JsonObject] = [json.loads(line) for line in EXAMPLE.read_text("utf-8").splitlines()]
    return [{"wing": None, "room": None, "id": "1", "score": 0.5, **turn} for turn in turns]


def ask(task: str, recall: Callable[[str, int], list[JsonObject]] = everything) -> str:
    """Return the rule's answer, taking at most three steps."""
    guest = Guest(recall)
    messages = [SYSTEM, Message(role=Role.USER, content=task)]
    for _ in range(3):
        said = recall_script.reply(ModelRequest(messages=tuple(messages)))
        match = re.search(r"<code>\n(.*)\n</code>", said, re.DOTALL)
        assert match is not None
        guest.run(match[1])
        if guest.answer is not None:
            return guest.answer
        messages += [
            Message(role=Role.ASSISTANT, content=said),
            Message(role=Role.USER, content="Observation:\nsome memories"),
        ]
    raise AssertionError("no answer in three steps")


def test_the_quick_start_question_gets_its_true_answer_without_a_model() -> None:
    answer = ask("How many times did Maya go swimming and when was the last time?")

    assert answer.startswith(DISCLAIMER)
    assert "Maya: 14 times" in answer
    assert "2026-09-12" in answer


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("When was the last time Maya went swimming?", "2026-09-12"),
        ("How often did Maya swim?", "14 times"),
        ("When did Tom go swimming?", "Tom: once; the last time was on 2026-06-20"),
        ("How many times has Tom gone swimming in total?", "Tom: once"),
        ("How many times did Maya go skydiving?", "No memory of Maya"),
    ],
)
def test_the_rule_is_about_any_name_and_deed(task: str, expected: str) -> None:
    assert expected in ask(task)


def test_any_other_task_is_answered_with_the_three_best_quotes() -> None:
    def few(query: str, k: int) -> list[JsonObject]:
        scores: list[JsonValue] = [0.1, 0.9, None, 0.5, 0.7]
        return [{"author": "Tom", "occurred_at": None, "content": f"text {s}", "score": s} for s in scores]

    answer = ask("Who is Chidi?", few)

    assert answer.startswith(DISCLAIMER)
    assert [line[-8:] for line in answer.splitlines()[1:]] == ["text 0.9", "text 0.7", "text 0.5"]


def test_when_nothing_is_found_it_says_so() -> None:
    assert "No memory matches" in ask("Who is Chidi?", lambda query, k: [])


def test_when_recalling_fails_it_says_so_and_stops() -> None:
    request = ModelRequest(
        messages=(
            SYSTEM,
            Message(role=Role.USER, content="Who is Chidi?"),
            *[Message(role=Role.ASSISTANT, content="x"), Message(role=Role.USER, content="Observation: broken")] * 2,
        )
    )

    reply = recall_script.reply(request)

    assert "final_answer" in reply and "broken" in reply


def test_without_the_tool_recall_it_says_so_at_once() -> None:
    reply = recall_script.reply(ModelRequest(messages=(Message(role=Role.USER, content="Hi"),)))

    assert "final_answer" in reply and DISCLAIMER in reply


def test_a_task_cannot_smuggle_code_into_the_script() -> None:
    task = "How many times did O'x go swim\"'''ming); print('got you')? `$who` {x}"
    asked: list[str] = []

    def spy(query: str, k: int) -> list[JsonObject]:
        asked.append(query)
        return []

    assert ask(task, spy).startswith(DISCLAIMER)
    assert len(asked) == 1


def test_the_structured_form_is_spoken_when_it_is_asked_for() -> None:
    messages = (SYSTEM, Message(role=Role.USER, content="Who is Chidi?"))
    request = ModelRequest(messages=messages, response_schema={"type": "object"})

    assert set(json.loads(recall_script.reply(request))) == {"thought", "code"}


@pytest.mark.parametrize(
    ("word", "root"),
    [("swimming", "swim"), ("swims", "swim"), ("baked", "bak"), ("baking", "bak"), ("calls", "call")],
)
def test_forms_of_a_word_share_their_stem(word: str, root: str) -> None:
    assert stem(word) == root


def test_a_deed_with_an_object_needs_both() -> None:
    deed = find_deed("How many times did Tom bake bread since May?")

    assert deed is not None
    assert (deed.who, deed.words) == ("Tom", ("bake", "bread"))
    assert deed.also == (r"\bbread",)
