"""The example's questions find the turns that answer them: a floor under recall@10."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

import pytest
from pydantic import BaseModel, ConfigDict, TypeAdapter
from pytest_django import DjangoDbBlocker

from apps.memories.services import importing
from kernel.actors import Actor
from kernel.tenancy import tenant_scope
from tests.memories.palace import EXAMPLES, recall
from tests.support import cast, queue

pytestmark = pytest.mark.service

BY_BOTH_LEGS = 0.79
BY_WORDS_ONLY = 0.64
"""Measured recall@10 of the evidence (0.809 and 0.661), less a margin for another machine's arithmetic."""
MOST_LOST = 2


class Question(BaseModel):
    """A question with the turns that prove its answer."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    question: str
    evidence: list[tuple[str, int]]


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    """Those that can be answered."""
    text = (EXAMPLES / "questions.json").read_text(encoding="utf-8")
    return [question for question in TypeAdapter(list[Question]).validate_json(text) if question.evidence]


@pytest.fixture(scope="module")
def reader(services_ready: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Actor]:
    """Someone whose tenant holds the example, indexed; made once for the module, since that takes seconds."""
    text = (EXAMPLES / "maya-and-tom.jsonl").read_text(encoding="utf-8")
    with django_db_blocker.unblock(), queue.caught() as run_queue:
        actor = cast.found_tenant("Reader", tenant_name="Library")
        with tenant_scope(actor.tenant_id):
            importing.start(actor, text, name="talk.jsonl", form=None, palace=None, wing="friends")
        run_queue()
        yield actor


def share_found(actor: Actor, question: Question) -> float:
    """How much of a question's evidence is among the first ten."""
    found = {(item.memory.conversation_id, item.memory.position) for item in recall(actor, question.question).items}
    return len(found & set(question.evidence)) / len(question.evidence)


def test_both_legs_find_the_evidence(reader: Actor, questions: list[Question]) -> None:
    shares = [share_found(reader, question) for question in questions]

    assert fmean(shares) >= BY_BOTH_LEGS


def test_words_alone_find_the_evidence(reader: Actor, questions: list[Question], without_model: None) -> None:
    shares = [share_found(reader, question) for question in questions]

    assert fmean(shares) >= BY_WORDS_ONLY


def test_hardly_a_question_with_an_answer_finds_none_of_it(reader: Actor, questions: list[Question]) -> None:
    lost = [question.question for question in questions if not share_found(reader, question)]

    assert len(lost) <= MOST_LOST, lost
