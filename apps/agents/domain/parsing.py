"""Takes from a model's reply what it means: code to run, an answer in prose, or neither.

Models are told one form and send several: tags, fences, JSON, a bare program, with the closing
mark missing, halved or of the other kind, and often with an invented observation behind it.
"""

import ast
import json
from collections.abc import Collection
from dataclasses import dataclass

from apps.agents.domain.blocks import (
    OBSERVATION,
    OPENER,
    Block,
    find_block,
    goes_on,
    without_partial_closer,
)
from apps.agents.domain.programs import calls_any, find_program, mend, tidy
from apps.agents.domain.steps import StepError
from language_models.port import FinishReason, ModelReply

REPLY_CUT = StepError(
    code="reply_cut",
    message="Your reply reached the length limit before its code was complete; nothing was run. Write less.",
)
REPLY_EMPTY = StepError(code="reply_empty", message="Your reply was empty.")
REPLY_FILTERED = StepError(code="reply_filtered", message="The model's provider withheld or refused this reply.")
NO_CODE = StepError(code="no_code", message="Your reply held no code. Write one block between <code> and </code>.")
UNREADABLE = StepError(
    code="reply_unreadable",
    message='Your reply looked like JSON and was not. Send {"thought": "…", "code": "…"}.',
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Code:
    """A program to run; `rest_ignored` when the reply went on with more code or observations."""

    thought: str
    code: str
    rest_ignored: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Prose:
    """Words without code; the policy of the run decides whether they are an answer."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Unusable:
    """A reply that is neither; the error says why, to the model too."""

    error: StepError


Parsed = Code | Prose | Unusable


def parse_reply(reply: ModelReply, *, functions: Collection[str] = ("final_answer",)) -> Parsed:
    """Return what a reply means; `functions` are the names that give a bare program away."""
    if reply.finish_reason is FinishReason.FILTERED:
        return Unusable(error=REPLY_FILTERED)
    cut = reply.finish_reason is FinishReason.LENGTH
    text = _without_thinking(reply.text.replace("\r\n", "\n"))
    if not text.strip():
        return Unusable(error=REPLY_CUT if cut else REPLY_EMPTY)
    if (found := _find_json(text)) is not None:
        return found
    if (block := find_block(text)) is not None:
        return _from_block(text, block, cut=cut)
    if cut:
        return Unusable(error=REPLY_CUT)
    return _find_bare_program(text, functions) or _from_prose(text)


def render_code(thought: str, code: str) -> str:
    """Return a reply in the form we ask for; `parse_reply` gives the same code back."""
    return f"{thought}\n<code>\n{code}\n</code>".lstrip("\n")


def render_json(thought: str, code: str) -> str:
    """Return a reply in the structured form; `parse_reply` gives the same code back."""
    return json.dumps({"thought": thought, "code": code}, ensure_ascii=False)


def _from_block(text: str, block: Block, *, cut: bool) -> Parsed:
    if cut and not block.closed:
        return Unusable(error=REPLY_CUT)
    if not block.code:
        return Unusable(error=NO_CODE)
    thought = text[: block.begin].strip()
    return Code(thought=thought, code=block.code, rest_ignored=goes_on(text, block))


def _from_prose(text: str) -> Parsed:
    observed = OBSERVATION.search(text)
    prose = text[: observed.start()] if observed else text
    if text.lstrip().startswith("{") and '"code"' in text:
        return Unusable(error=UNREADABLE)
    return Prose(text=prose.strip()) if prose.strip() else Unusable(error=NO_CODE)


def _find_bare_program(text: str, functions: Collection[str]) -> Code | None:
    observed = OBSERVATION.search(text)
    body = tidy(without_partial_closer(text[: observed.start()] if observed else text))
    tree = find_program(body)
    if tree is None or not calls_any(tree, functions):
        return None
    return Code(thought="", code=body, rest_ignored=observed is not None)


def _find_json(text: str) -> Code | None:
    """Return the code of a structured reply, alone or in a fence of its own; None if it is none."""
    body = text.strip()
    if body.startswith(("```json", "```\n{")):
        body = body.partition("\n")[2].lstrip()
    if not body.startswith("{"):
        return None
    match _decode(body):
        case {"code": str(code), **rest} if code.strip():
            thought = rest.get("thought")
            return Code(thought=thought if isinstance(thought, str) else "", code=_unwrapped(code))
    return None


def _decode(body: str) -> object:
    try:
        # not strict: raw line breaks inside strings are the commonest slip
        return json.JSONDecoder(strict=False).raw_decode(body)[0]
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(body)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _unwrapped(code: str) -> str:
    """Return the code of a JSON field without the tags or fences some models add there too."""
    if OPENER.match(code.lstrip()) and (block := find_block(code.lstrip())) is not None:
        return block.code
    tidied = tidy(code)
    return mend(tidied) or tidied


def _without_thinking(text: str) -> str:
    """Return a reply without the reasoning that some servers leave in front of it."""
    # with the opening tag in the server's template, the closing one still begins a line
    mark = "</think>" if text.lstrip().startswith("<think>") else "\n</think>"
    end = text.find(mark)
    opener = OPENER.search(text)
    leading = mark == "</think>" or opener is None or end < opener.start()
    return text[end + len(mark) :] if end >= 0 and leading else text
