"""The conversation that is sent to the model: the whole of it is kept, the sent part has a size."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from apps.agents.domain.capping import cap
from apps.agents.domain.parsing import render_code, render_json
from apps.agents.domain.plan import ReplyForm, RunPlan
from apps.agents.domain.prompts import LAST_STEP, system_prompt
from apps.agents.domain.steps import Step
from language_models.port import Message, Role, estimate_tokens

BRIEF_CHARACTERS = 240
ONLY_FIRST_BLOCK = "Only the first block of your reply was run; the rest was ignored."
SAME_CODE = "This is the same code as in the step before. Do something else, or call final_answer."
NOTHING_PRINTED = "The code ran and printed nothing."
# the message roles and separators around a text, roughly
TOKENS_PER_MESSAGE = 4

Turns = tuple[Message, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Rendered:
    """One step at two sizes."""

    full: Turns
    brief: Turns


def build_messages(plan: RunPlan, steps: tuple[Step, ...], *, context_tokens: int) -> Turns:
    """Return the conversation so far; the oldest steps shrink first when it is too long to send.

    The newest step is always sent whole (its observation capped), so a small limit may be passed.
    """
    opening = (
        Message(role=Role.SYSTEM, content=system_prompt(plan)),
        *plan.earlier,
        Message(role=Role.USER, content=plan.task),
    )
    ending: Turns = ()
    if len(steps) + 1 == plan.limits.steps:
        ending = (Message(role=Role.USER, content=LAST_STEP),)
    rendered = [_render(plan, steps, position) for position in range(len(steps))]
    room = context_tokens - count_tokens(opening) - count_tokens(ending)
    return opening + _fit(rendered, room) + ending


def count_tokens(messages: Turns) -> int:
    """Return about how many tokens a conversation has."""
    return sum(estimate_tokens(message.content) + TOKENS_PER_MESSAGE for message in messages)


def observe(step: Step, *, characters: int, repeated: bool = False) -> str:
    """Return what the model is told about a step it took."""
    parts: list[str] = []
    if step.stdout:
        parts.append(f"<output>\n{_as_data(cap(step.stdout.rstrip(), characters))}\n</output>")
    if step.value is not None:
        value = cap(json.dumps(step.value, ensure_ascii=False), characters)
        parts.append(f"<value>\n{_as_data(value)}\n</value>")
    if step.error is not None:
        parts.append(f"Error ({step.error.code}): {cap(step.error.message, characters)}")
    if step.rest_ignored:
        parts.append(ONLY_FIRST_BLOCK)
    if repeated:
        parts.append(SAME_CODE)
    return "Observation:\n" + ("\n".join(parts) or NOTHING_PRINTED)


def _as_data(text: str) -> str:
    """Return a text that cannot close the element it is put into and speak in our voice."""
    return text.replace("</output", "<\\/output").replace("</value", "<\\/value")


def _render(plan: RunPlan, steps: tuple[Step, ...], position: int) -> _Rendered:
    step = steps[position]
    repeated = position > 0 and step.code is not None and step.code == steps[position - 1].code
    observation = observe(step, characters=plan.observation_characters, repeated=repeated)
    write = render_json if plan.model.form is ReplyForm.JSON else render_code
    return _Rendered(
        full=_exchange(_said(step, write, size=plan.observation_characters), observation),
        brief=_exchange(_said(step, write, size=BRIEF_CHARACTERS), cap(observation, BRIEF_CHARACTERS)),
    )


def _said(step: Step, write: Callable[[str, str], str], *, size: int) -> str:
    """Return what the model said, without what it invented behind its code."""
    if step.code is None:
        return cap(step.reply, size)
    return write(cap(step.thought, size), cap(step.code, size))


def _exchange(said: str, observation: str) -> Turns:
    # some servers refuse an empty turn
    return (
        Message(role=Role.ASSISTANT, content=said or "(nothing)"),
        Message(role=Role.USER, content=observation),
    )


def _fit(rendered: list[_Rendered], room: int) -> Turns:
    sizes = [(count_tokens(step.full), count_tokens(step.brief)) for step in rendered]
    older = range(len(rendered) - 1)
    total = sum(full for full, _ in sizes)
    shortened = dropped = 0
    for position in older:
        if total <= room:
            break
        total -= max(0, sizes[position][0] - sizes[position][1])
        shortened = position + 1
    if total > room:
        total += count_tokens(_left_out(len(rendered)))
    for position in older:
        if total <= room:
            break
        total -= min(sizes[position])
        dropped = position + 1
    kept = [
        _smaller(step) if position < shortened else step.full
        for position, step in enumerate(rendered)
        if position >= dropped
    ]
    return _left_out(dropped) + tuple(message for turns in kept for message in turns)


def _smaller(step: _Rendered) -> Turns:
    return min(step.brief, step.full, key=count_tokens)


def _left_out(count: int) -> Turns:
    if not count:
        return ()
    note = f"Observation: steps 1 to {count} are left out here to save room. Their variables are still set."
    return (Message(role=Role.USER, content=note),)
