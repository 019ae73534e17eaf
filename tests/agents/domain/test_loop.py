"""The loop, driven by lists: what it asks for, what it keeps, how it ends."""

from dataclasses import replace
from decimal import Decimal

import pytest

from apps.agents.domain.budget import Limits
from apps.agents.domain.events import (
    CallModel,
    Cancel,
    CodeRan,
    Finish,
    LoopInput,
    ModelFailed,
    RunCode,
    SaveStep,
)
from apps.agents.domain.loop import UnexpectedInput, resume, start
from apps.agents.domain.plan import ModelSettings, Patience, ProsePolicy, ReplyForm, RunPlan
from apps.agents.domain.prompts import LAST_STEP
from apps.agents.domain.steps import Answer, RunState, Spending, StepError, StepState
from kernel.types import JsonValue
from language_models.port import FinishReason, TokenUsage
from tests.agents.domain.cast import Driven, answered, printed, said, wrote

PLAN = RunPlan(task="How old is the cat?")


def limited(*, steps: int = 20, tokens: int | None = None, seconds: float | None = None) -> RunPlan:
    return replace(PLAN, limits=Limits(steps=steps, tokens=tokens, seconds=seconds))


def test_a_run_thinks_acts_observes_and_answers() -> None:
    run = Driven(start(PLAN), [wrote("print(age)"), printed("7"), wrote("final_answer(7)"), answered(7)])

    assert [type(event) for event in run.asked] == [CallModel, RunCode, CallModel, RunCode]
    assert run.end == Finish(state=RunState.SUCCEEDED, answer=Answer(value=7))
    second_call = run.asked[2]
    assert isinstance(second_call, CallModel)
    assert "7" in second_call.request.messages[-1].content


@pytest.mark.parametrize("value", [None, 0, "", False, []])
def test_an_answer_that_is_empty_is_still_an_answer(value: JsonValue) -> None:
    run = Driven(start(PLAN), [wrote("final_answer(x)"), answered(value)])

    assert run.end == Finish(state=RunState.SUCCEEDED, answer=Answer(value=value))


def test_each_step_is_saved_before_and_after_its_code_runs() -> None:
    run = Driven(start(PLAN), [wrote("print(1)"), printed("1"), wrote("final_answer(1)"), answered(1)])

    assert [(step.index, step.state) for step in run.saved] == [
        (1, StepState.RUNNING),
        (1, StepState.DONE),
        (2, StepState.RUNNING),
        (2, StepState.DONE),
    ]


def test_an_error_in_the_code_is_told_to_the_model_with_its_trace() -> None:
    error = StepError(code="guest_error", message="line 12: NameError: name 'x' is not defined")
    run = Driven(start(PLAN), [wrote("x"), CodeRan(error=error), wrote("final_answer(1)"), answered(1)])

    call = run.asked[2]
    assert isinstance(call, CallModel)
    assert "line 12: NameError" in call.request.messages[-1].content
    assert run.steps[0].state is StepState.FAILED
    assert run.end.state is RunState.SUCCEEDED


def test_prose_is_the_answer_when_the_policy_says_so() -> None:
    run = Driven(start(PLAN), [said("The answer is 42")])

    assert run.end == Finish(state=RunState.SUCCEEDED, answer=Answer(value="The answer is 42"))


def test_prose_is_an_error_when_the_policy_says_so() -> None:
    plan = replace(PLAN, prose=ProsePolicy.ERROR)
    run = Driven(start(plan), [said("The answer is 42"), wrote("final_answer(42)"), answered(42)])

    assert run.steps[0].error is not None
    assert run.steps[0].error.code == "no_code"
    assert run.end.answer == Answer(value=42)


def test_useless_replies_in_a_row_end_the_run_with_their_reason() -> None:
    plan = replace(PLAN, patience=Patience(unusable_replies=2))
    cut = said("<code>\nx = [1,", finish=FinishReason.LENGTH)
    run = Driven(start(plan), [cut, cut])

    assert run.end.state is RunState.FAILED
    assert run.end.error is not None
    assert run.end.error.code == "reply_cut"


def test_the_same_code_with_the_same_outcome_ends_the_run_in_time() -> None:
    answers: list[LoopInput] = [wrote("print(1)"), printed("1")] * 3
    run = Driven(start(PLAN), answers)

    assert run.end.error is not None
    assert run.end.error.code == "going_in_circles"


def test_code_that_polls_and_sees_something_new_is_not_a_circle() -> None:
    polls: list[LoopInput] = []
    for seen in "abcd":
        polls += [wrote("print(poll())"), printed(seen)]
    run = Driven(start(PLAN), [*polls, wrote("final_answer(1)"), answered(1)])

    assert run.end.state is RunState.SUCCEEDED


def test_without_steps_nothing_is_asked() -> None:
    run = Driven(start(limited(steps=0)))

    assert run.asked == []
    assert run.end.state is RunState.OUT_OF_BUDGET


def test_the_last_step_is_announced_and_then_the_budget_ends_the_run_with_what_it_has() -> None:
    run = Driven(start(limited(steps=2)), [wrote("a"), printed("found 3"), wrote("b"), printed("")])

    call = run.asked[2]
    assert isinstance(call, CallModel)
    assert call.request.messages[-1].content == LAST_STEP
    assert len(run.saved) == 4
    assert run.end.state is RunState.OUT_OF_BUDGET
    assert (run.end.answer, run.end.partial) == (Answer(value="found 3"), True)
    assert run.end.error is not None
    assert run.end.error.code == "out_of_steps"


def test_the_answer_of_the_last_step_is_checked_too() -> None:
    plan = replace(limited(steps=1), checks=(lambda answer: f"{answer} is not good enough",))
    run = Driven(start(plan), [wrote("final_answer(7)"), answered(7)])

    assert run.end.state is RunState.OUT_OF_BUDGET
    assert run.end.answer is None
    assert run.steps[0].error == StepError(code="answer_refused", message="7 is not good enough")


def test_a_refused_answer_is_told_to_the_model_which_may_try_again() -> None:
    plan = replace(PLAN, checks=(lambda answer: None if answer == 8 else "too low",))
    run = Driven(start(plan), [wrote("final_answer(7)"), answered(7), wrote("final_answer(8)"), answered(8)])

    call = run.asked[2]
    assert isinstance(call, CallModel)
    assert "too low" in call.request.messages[-1].content
    assert run.end.answer == Answer(value=8)


def test_tokens_are_counted_before_each_call_with_the_prompt_that_would_be_sent() -> None:
    run = Driven(start(limited(tokens=50)))

    assert run.asked == []
    assert run.end.error is not None
    assert run.end.error.code == "out_of_tokens"


def test_a_reply_may_not_be_longer_than_the_tokens_left() -> None:
    run = Driven(start(limited(tokens=2_000)), [said("Seven.")])

    call = run.asked[0]
    assert isinstance(call, CallModel)
    assert 0 < call.request.max_tokens < 2_000


def test_money_is_counted_exactly_and_ends_the_run() -> None:
    plan = replace(PLAN, limits=Limits(cost=Decimal("0.30")))
    step: list[LoopInput] = [said("<code>\nprint(1)\n</code>", cost=Decimal("0.10")), printed("1")]
    run = Driven(start(replace(plan, patience=Patience(same_code=9))), step * 3)

    assert run.end.error is not None
    assert run.end.error.code == "out_of_cost"
    assert len(run.steps) == 3


def test_a_cap_on_money_does_not_hold_blindly_when_the_price_is_unknown() -> None:
    plan = replace(PLAN, limits=Limits(cost=Decimal(5)))
    run = Driven(start(plan), [said("<code>\nprint(1)\n</code>", cost=None), printed("1")])

    assert run.end.error is not None
    assert run.end.error.code == "out_of_cost"


def test_what_sub_agents_spend_counts() -> None:
    ran = CodeRan(stdout="x", spending=Spending(usage=TokenUsage(input=5_000)))
    run = Driven(start(limited(tokens=5_000)), [wrote("ask_helper()"), ran])

    assert run.end.error is not None
    assert run.end.error.code == "out_of_tokens"


def test_code_is_not_started_once_the_time_is_up() -> None:
    slow = said("<code>\nprint(1)\n</code>", seconds=10.0)
    run = Driven(start(limited(seconds=10)), [slow])

    assert [type(event) for event in run.asked] == [CallModel]
    assert run.end.error is not None
    assert run.end.error.code == "out_of_seconds"


def test_calls_are_told_how_many_seconds_are_left() -> None:
    run = Driven(start(limited(seconds=10)), [wrote("final_answer(1)"), answered(1)])

    call, code = run.asked
    assert isinstance(call, CallModel) and call.request.deadline_seconds == 10
    assert isinstance(code, RunCode) and code.seconds_left == 9


def test_a_model_that_stays_away_fails_the_run_but_keeps_its_steps() -> None:
    failure = ModelFailed(code="model_unavailable", message="503")
    run = Driven(start(PLAN), [wrote("print(1)"), printed("1"), failure])

    assert run.end == Finish(state=RunState.FAILED, error=StepError(code="model_unavailable", message="503"))
    assert run.steps[0].state is StepState.DONE


def test_a_conversation_that_does_not_fit_the_model_is_shortened_and_sent_again() -> None:
    long: list[LoopInput] = [wrote("a"), printed("x" * 7_000), wrote("b"), printed("y" * 7_000)]
    too_long = ModelFailed(code="model_context_too_long", message="too long")
    run = Driven(start(PLAN), [*long, too_long, said("Seven.")])

    first, second = run.asked[-2:]
    assert isinstance(first, CallModel) and isinstance(second, CallModel)
    assert first.step == second.step == 3
    assert len(str(second.request.messages)) < len(str(first.request.messages))
    assert run.end.state is RunState.SUCCEEDED


def test_a_conversation_that_never_fits_fails_the_run() -> None:
    too_long = ModelFailed(code="model_context_too_long", message="too long")
    run = Driven(start(PLAN), [too_long] * 3)

    assert run.end.state is RunState.FAILED


@pytest.mark.parametrize("events_before", [0, 1, 2])
def test_a_run_can_be_cancelled_at_any_point_and_keeps_the_reason(events_before: int) -> None:
    answers: list[LoopInput] = [wrote("print(1)"), printed("1")]
    run = Driven(start(PLAN), [*answers[:events_before], Cancel(reason="ada changed her mind")])

    assert run.end == Finish(
        state=RunState.CANCELLED, error=StepError(code="cancelled", message="ada changed her mind")
    )


def test_a_step_can_be_cancelled_while_it_is_saved() -> None:
    loop = start(PLAN)
    next(loop)
    assert isinstance(loop.send(wrote("print(1)")), SaveStep)

    end = loop.send(Cancel(reason="stop"))

    assert isinstance(end, Finish) and end.state is RunState.CANCELLED


def test_a_driver_that_answers_the_wrong_thing_is_told() -> None:
    loop = start(PLAN)
    next(loop)

    with pytest.raises(UnexpectedInput):
        loop.send(printed("1"))


def test_a_resumed_run_does_not_ask_the_model_for_steps_it_has() -> None:
    answers: list[LoopInput] = [wrote("print(1)"), printed("1"), wrote("final_answer(1)"), answered(1)]
    whole = Driven(start(PLAN), answers)

    resumed = Driven(resume(PLAN, whole.steps[:1]), answers[2:])

    assert resumed.asked == whole.asked[2:]
    assert resumed.end == whole.end


def test_a_run_that_broke_off_between_reply_and_code_runs_the_code_first() -> None:
    whole = Driven(start(PLAN), [wrote("final_answer(1)"), answered(1)])

    resumed = Driven(resume(PLAN, (whole.saved[0],)), [answered(1)])

    assert [type(event) for event in resumed.asked] == [RunCode]
    assert resumed.end == whole.end


def test_a_run_that_broke_off_after_its_answer_only_finishes() -> None:
    whole = Driven(start(PLAN), [wrote("final_answer(1)"), answered(1)])

    resumed = Driven(resume(PLAN, whole.steps))

    assert (resumed.asked, resumed.saved) == ([], [])
    assert resumed.end == whole.end


def test_a_run_resumes_at_every_event_to_the_same_end() -> None:
    answers: list[LoopInput] = [
        said("", tokens=5),
        wrote("print(2)"),
        printed("2"),
        wrote("final_answer(2)"),
        answered(2),
    ]
    whole = Driven(start(PLAN), answers)
    kept: dict[int, int] = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5}

    for saved, used in kept.items():
        steps = tuple({step.index: step for step in whole.saved[:saved]}.values())
        assert Driven(resume(PLAN, steps), answers[used:]).end == whole.end


def test_what_was_spent_before_a_break_still_counts_after_it() -> None:
    whole = Driven(start(limited(steps=2)), [wrote("a"), printed("1"), wrote("b"), printed("2")])

    resumed = Driven(resume(limited(steps=2), whole.steps))

    assert resumed.end == whole.end


def test_recorded_steps_with_a_gap_are_refused() -> None:
    whole = Driven(start(limited(steps=2)), [wrote("a"), printed("1"), wrote("b"), printed("2")])

    with pytest.raises(ValueError, match="without a gap"):
        resume(PLAN, whole.steps[1:])


def test_the_structured_form_asks_for_a_schema_and_understands_the_reply() -> None:
    plan = replace(PLAN, model=ModelSettings(form=ReplyForm.JSON))
    run = Driven(start(plan), [said('{"thought": "t", "code": "final_answer(7)"}'), answered(7)])

    call = run.asked[0]
    assert isinstance(call, CallModel)
    assert call.request.response_schema is not None
    assert call.request.stop == ()
    assert run.end.answer == Answer(value=7)


def test_the_closing_tag_is_no_stop_sequence_since_strings_may_hold_it() -> None:
    run = Driven(start(PLAN), [said("Seven.")])

    call = run.asked[0]
    assert isinstance(call, CallModel)
    assert call.request.stop == ("\nObservation:",)
