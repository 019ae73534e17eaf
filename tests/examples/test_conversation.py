"""The example conversation is well formed, and its questions point at what answers them."""

import re
from itertools import groupby, pairwise
from pathlib import Path
from typing import Literal

import pytest
from pydantic import AwareDatetime, BaseModel, ConfigDict, TypeAdapter

EXAMPLES = Path(__file__).parents[2] / "examples"
MINIMUM_TURNS = 200
MINIMUM_QUESTIONS = 20
SWIMMING = "How many times did Maya go swimming, and when was the last time?"


class Turn(BaseModel):
    """One line of the conversation."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    conversation_id: str
    position: int
    author: str
    occurred_at: AwareDatetime
    content: str
    room: str | None = None


class Question(BaseModel):
    """A question with its true answer and the turns that prove it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str
    answer: str
    evidence: list[tuple[str, int]]
    kind: Literal["single", "multi", "temporal", "changed", "unanswerable"]


@pytest.fixture(scope="module")
def turns() -> list[Turn]:
    lines = (EXAMPLES / "maya-and-tom.jsonl").read_text(encoding="utf-8").splitlines()
    return [Turn.model_validate_json(line) for line in lines]


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    text = (EXAMPLES / "questions.json").read_text(encoding="utf-8")
    return TypeAdapter(list[Question]).validate_json(text)


def test_it_has_at_least_two_hundred_turns_by_two_authors(turns: list[Turn]) -> None:
    assert len(turns) >= MINIMUM_TURNS
    assert {turn.author for turn in turns} == {"Maya", "Tom"}
    assert all(turn.content.strip() for turn in turns)


def test_each_conversation_counts_its_turns_from_zero_without_a_gap(
    turns: list[Turn],
) -> None:
    conversations = [list(group) for _, group in groupby(turns, key=lambda t: t.conversation_id)]

    assert len(conversations) == len({turn.conversation_id for turn in turns})
    for conversation in conversations:
        assert [turn.position for turn in conversation] == list(range(len(conversation)))


def test_time_only_moves_forward_from_one_line_to_the_next(turns: list[Turn]) -> None:
    times = [turn.occurred_at for turn in turns]

    assert all(earlier < later for earlier, later in pairwise(times))


def test_there_are_at_least_twenty_questions_and_none_is_asked_twice(
    questions: list[Question],
) -> None:
    assert len(questions) >= MINIMUM_QUESTIONS
    assert len({question.question for question in questions}) == len(questions)


def test_every_kind_of_question_is_asked(questions: list[Question]) -> None:
    kinds = {question.kind for question in questions}

    assert kinds == {"single", "multi", "temporal", "changed", "unanswerable"}


def test_every_evidence_pointer_leads_to_a_turn(turns: list[Turn], questions: list[Question]) -> None:
    known = {(turn.conversation_id, turn.position) for turn in turns}

    assert all(set(question.evidence) <= known for question in questions)


def test_only_an_unanswerable_question_lacks_evidence(
    questions: list[Question],
) -> None:
    for question in questions:
        assert bool(question.evidence) != (question.kind == "unanswerable")


def test_the_swimming_answer_counts_the_distinct_days_and_names_the_last(
    turns: list[Turn], questions: list[Question]
) -> None:
    swimming = next(question for question in questions if question.question == SWIMMING)
    by_pointer = {(turn.conversation_id, turn.position): turn for turn in turns}
    cited = [by_pointer[pointer] for pointer in swimming.evidence]

    days = {turn.occurred_at.date() for turn in cited}
    last = max(days)

    assert {turn.author for turn in cited} == {"Maya"}
    assert int(swimming.answer.split()[0]) == len(days)
    assert f"{last.day} {last:%B %Y}" in swimming.answer


def test_the_swimming_evidence_is_every_turn_in_which_maya_says_she_went(
    turns: list[Turn], questions: list[Question]
) -> None:
    swimming = next(question for question in questions if question.question == SWIMMING)

    said = [
        (turn.conversation_id, turn.position)
        for turn in turns
        if turn.author == "Maya" and "went swimming" in turn.content.lower()
    ]

    assert said == swimming.evidence


def test_the_readme_points_only_at_turns_that_exist(turns: list[Turn]) -> None:
    known = {f"{turn.conversation_id}/{turn.position}" for turn in turns}
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")

    cited = set(re.findall(r"maya-tom-\d+/\d+", text))

    assert cited
    assert cited <= known
