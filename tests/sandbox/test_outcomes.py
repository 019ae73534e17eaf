"""Reading a step's report, which its writer may have forged."""

from __future__ import annotations

import pytest

from apps.sandbox.runtime import json_types
from apps.sandbox.runtime.outcomes import Outcome, RawStep, StepError, read_step, stopped_step


def test_a_good_report_becomes_an_outcome() -> None:
    raw = RawStep(guest='{"outcome": "ok", "echo": "[1]", "value": [1], "error": null}', stdout="out", cpu_seconds=0.1)

    step = read_step(raw, ())

    assert (step.outcome, step.echo, step.value, step.stdout, step.error) == (Outcome.OK, "[1]", [1], "out", None)


@pytest.mark.parametrize(
    "report",
    [
        "",
        "[]",
        "{}",
        '{"outcome": "splendid"}',
        '{"outcome": "crashed"}',
        '{"outcome": "ok", "echo": 5}',
        '{"outcome": "error", "error": {"type": 1}}',
        '{"outcome": "ok", "value": NaN}',
        '{"outcome": "ok", "value": 1e999}',
        '{"outcome": "ok", "value": ' + "[" * 100_000,
    ],
)
def test_a_bad_report_is_an_error_of_the_step(report: str) -> None:
    step = read_step(RawStep(guest=report), ())

    assert step.outcome is Outcome.ERROR
    assert step.session_lives
    assert step.error is not None
    assert step.error.type == "bad_report"


def test_a_bad_answer_is_not_final() -> None:
    step = read_step(RawStep(guest='{"outcome": "ok"}', answer="NaN"), ())

    assert (step.outcome, step.final, step.value) == (Outcome.ERROR, False, None)


def test_a_stopped_step_says_why() -> None:
    step = stopped_step(Outcome.WORKER_LOST, "it died")

    assert step.error == StepError(type="worker_lost", message="the sandbox process was lost; it died")
    assert not step.session_lives


@pytest.mark.parametrize("outcome", Outcome)
def test_each_outcome_says_whether_the_session_lives(outcome: Outcome) -> None:
    gone = {"cpu_limit", "wall_limit", "stack_overflow", "exited", "crashed", "worker_lost"}

    assert outcome.session_lives is (outcome.value not in gone)


def test_lone_surrogates_are_replaced_everywhere() -> None:
    value = json_types.parse('{"\\ud800": ["\\uDFFF", "\\ud83d\\ude00"]}')

    assert value == {"?": ["?", "😀"]}
