"""The loop of an agent: think, act, observe, until there is an answer or no budget.

A generator without I/O: it yields what should happen and is sent what happened. All it knows is
the plan and the steps so far, so a run that broke off goes on from its recorded steps.

    loop = resume(plan, recorded_steps)
    event = next(loop)
    while not isinstance(event, Finish):
        event = loop.send(carry_out(event))
"""

from collections.abc import Generator
from dataclasses import replace
from decimal import Decimal
from typing import assert_never

from apps.agents.domain.budget import Exceeded
from apps.agents.domain.capping import cap
from apps.agents.domain.events import (
    CallModel,
    Cancel,
    CodeRan,
    Finish,
    LoopEvent,
    LoopInput,
    ModelAnswered,
    ModelFailed,
    RunCode,
    SaveStep,
)
from apps.agents.domain.history import build_messages, count_tokens
from apps.agents.domain.parsing import NO_CODE, Code, Parsed, Prose, Unusable, parse_reply
from apps.agents.domain.plan import ProsePolicy, ReplyForm, RunPlan
from apps.agents.domain.prompts import REPLY_SCHEMA
from apps.agents.domain.steps import (
    Answer,
    RunState,
    Spending,
    Step,
    StepError,
    StepState,
    spent,
)
from language_models.errors import ContextTooLong
from language_models.port import Message, ModelRequest

# Only this: stopping at the closing tag would also stop inside a string that contains it.
STOP = ("\nObservation:",)
TRIES_TO_FIT = 3
PARTIAL_CHARACTERS = 2_000

Loop = Generator[LoopEvent, LoopInput, None]
Steps = tuple[Step, ...]
Messages = tuple[Message, ...]


class UnexpectedInput(Exception):
    """The driver of the loop answered an event with something that is no answer to it."""


class _Cancelled(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def start(plan: RunPlan) -> Loop:
    """Return the loop of a run that has not begun."""
    return resume(plan, ())


def resume(plan: RunPlan, steps: Steps) -> Loop:
    """Return the loop of a run with these recorded steps; none of their model calls is repeated.

    A last step whose code has not run is run first; the sandbox has to be in the state that the
    steps before it left.
    """
    if [step.index for step in steps] != list(range(1, len(steps) + 1)):
        raise ValueError("recorded steps must be numbered from 1 without a gap")
    return _guarded(plan, steps)


def find_end(plan: RunPlan, steps: Steps) -> Finish | None:
    """Return how the run ends after these steps, or None while it goes on."""
    last = steps[-1] if steps else None
    if last and last.answer:
        return Finish(state=RunState.SUCCEEDED, answer=last.answer)
    if (hopeless := _find_hopeless(plan, steps)) is not None:
        return Finish(state=RunState.FAILED, error=hopeless)
    if last and last.state is StepState.RUNNING:
        # its reply is paid for, and its code may be the final answer: only time forbids to run it
        exceeded = plan.limits.find_late(spent(steps))
    else:
        exceeded = plan.limits.find_exceeded(spent(steps), steps=len(steps))
    return _out_of_budget(steps, exceeded) if exceeded else None


def _guarded(plan: RunPlan, steps: Steps) -> Loop:
    try:
        yield from _work(plan, steps)
    except _Cancelled as cancelled:
        error = StepError(code="cancelled", message=cancelled.reason)
        yield Finish(state=RunState.CANCELLED, error=error)


def _work(plan: RunPlan, steps: Steps) -> Loop:
    while (end := find_end(plan, steps)) is None:
        if steps and steps[-1].state is StepState.RUNNING:
            step = yield from _act(plan, steps)
            steps = (*steps[:-1], step)
        else:
            thought = yield from _think(plan, steps)
            if isinstance(thought, Finish):
                yield thought
                return
            steps = (*steps, thought)
        yield from _save(steps[-1])
    yield end


def _think(plan: RunPlan, steps: Steps) -> Generator[LoopEvent, LoopInput, Step | Finish]:
    """Ask the model; when the conversation does not fit it, ask again with a shorter one."""
    context = plan.model.context_tokens
    failure = ModelFailed(code="", message="")
    for _ in range(TRIES_TO_FIT):
        messages = build_messages(plan, steps, context_tokens=context)
        prompt = count_tokens(messages)
        if exceeded := plan.limits.find_too_dear(spent(steps), prompt_tokens=prompt):
            return _out_of_budget(steps, exceeded)
        answered = yield from _call_model(len(steps) + 1, _request(plan, steps, messages, prompt))
        if isinstance(answered, ModelAnswered):
            return _read(plan, len(steps) + 1, answered)
        failure = answered
        if failure.code != ContextTooLong.code:
            break
        context = min(context, prompt) // 2
    error = StepError(code=failure.code, message=failure.message)
    return Finish(state=RunState.FAILED, error=error)


def _call_model(step: int, request: ModelRequest) -> Generator[LoopEvent, LoopInput, ModelAnswered | ModelFailed]:
    answer = yield CallModel(step=step, request=request)
    if isinstance(answer, ModelAnswered | ModelFailed):
        return answer
    raise _no_answer(answer)


def _act(plan: RunPlan, steps: Steps) -> Generator[LoopEvent, LoopInput, Step]:
    """Run the code of the last step and return the step with what came of it."""
    step = steps[-1]
    seconds_left = plan.limits.seconds_left(spent(steps))
    ran = yield RunCode(step=step.index, code=step.code or "", seconds_left=seconds_left)
    if not isinstance(ran, CodeRan):
        raise _no_answer(ran)
    done = replace(step, stdout=ran.stdout, value=ran.value, acting=ran.spending)
    if ran.answer is not None:
        return _answered(plan, done, ran.answer)
    return replace(done, state=StepState.FAILED if ran.error else StepState.DONE, error=ran.error)


def _save(step: Step) -> Generator[LoopEvent, LoopInput, None]:
    answer = yield SaveStep(step=step)
    if answer is not None:
        raise _no_answer(answer)


def _no_answer(answer: LoopInput) -> Exception:
    if isinstance(answer, Cancel):
        return _Cancelled(answer.reason)
    return UnexpectedInput(f"{type(answer).__name__} answers nothing that was asked")


def _request(plan: RunPlan, steps: Steps, messages: Messages, prompt: int) -> ModelRequest:
    structured = plan.model.form is ReplyForm.JSON
    left = plan.limits.tokens_left(spent(steps))
    most = plan.model.max_tokens
    return ModelRequest(
        messages=messages,
        stop=() if structured else STOP,
        max_tokens=most if left is None else max(1, min(most, left - prompt)),
        temperature=plan.model.temperature,
        deadline_seconds=plan.limits.seconds_left(spent(steps)),
        response_schema=REPLY_SCHEMA if structured else None,
    )


def _read(plan: RunPlan, index: int, answered: ModelAnswered) -> Step:
    """Return the step that a reply begins: running when it holds code, else done or failed."""
    reply = answered.reply
    step = Step(
        index=index,
        state=StepState.FAILED,
        reply=reply.text,
        model=reply.model,
        thinking=Spending(
            usage=reply.usage,
            cost=answered.cost or Decimal(0),
            unpriced_calls=int(answered.cost is None),
            seconds=answered.seconds,
        ),
    )
    functions = {"final_answer", "print", *(tool.name for tool in plan.tools)}
    return _interpret(plan, step, parse_reply(reply, functions=functions))


def _interpret(plan: RunPlan, step: Step, parsed: Parsed) -> Step:
    match parsed:
        case Code():
            return replace(
                step,
                state=StepState.RUNNING,
                thought=parsed.thought,
                code=parsed.code,
                rest_ignored=parsed.rest_ignored,
            )
        case Prose() if plan.prose is ProsePolicy.ANSWER:
            return _answered(plan, step, Answer(value=parsed.text))
        case Prose():
            return replace(step, error=NO_CODE)
        case Unusable():
            return replace(step, error=parsed.error)
        case _:
            assert_never(parsed)


def _answered(plan: RunPlan, step: Step, answer: Answer) -> Step:
    """Return the step with its answer if all checks accept it, else with the reason."""
    for check in plan.checks:
        if (reason := check(answer.value)) is not None:
            error = StepError(code="answer_refused", message=reason)
            return replace(step, state=StepState.FAILED, error=error)
    return replace(step, state=StepState.DONE, answer=answer)


def _find_hopeless(plan: RunPlan, steps: Steps) -> StepError | None:
    """Return why going on would only burn the budget, or None."""
    patience = plan.patience
    tail = steps[-patience.unusable_replies :]
    if len(tail) == patience.unusable_replies and all(_is_unusable(step) for step in tail):
        return tail[-1].error
    tail = steps[-patience.same_code :]
    if len(tail) == patience.same_code and len({_deed(step) for step in tail}) == 1 and tail[0].code:
        message = f"the model sent the same code {len(tail)} times, with the same outcome"
        return StepError(code="going_in_circles", message=message)
    return None


def _is_unusable(step: Step) -> bool:
    return step.code is None and step.answer is None


def _deed(step: Step) -> tuple[str | None, StepState, str, StepError | None]:
    return (step.code, step.state, step.stdout, step.error)


def _out_of_budget(steps: Steps, exceeded: Exceeded) -> Finish:
    answer = _find_partial_answer(steps)
    return Finish(
        state=RunState.OUT_OF_BUDGET,
        answer=answer,
        partial=answer is not None,
        error=StepError(code=f"out_of_{exceeded.limit.value}", message=exceeded.message),
    )


def _find_partial_answer(steps: Steps) -> Answer | None:
    """Return the last thing the run found out: better than nothing, and marked as partial."""
    for step in reversed(steps):
        if step.value is not None:
            return Answer(value=step.value)
        if step.stdout.strip():
            return Answer(value=cap(step.stdout.strip(), PARTIAL_CHARACTERS))
    return None
