"""Finds the block of code in a reply.

Where a block begins is a mark; where it ends is decided by parsing: a mark that could close the
block does so only if what stands before it is a whole program. So a string that contains a tag or
a fence does not cut the program in two.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import islice

from apps.agents.domain.programs import acts, ends_in_comment, find_program, mend, tidy

# each try parses the block anew: bounded, so that a reply full of marks costs no quadratic time
MAX_CLOSERS = 64
MAX_BLOCKS = 16

PYTHON_LABELS = frozenset({"py", "python", "python3", "ipython", "tool_code"})
OPENER = re.compile(
    r"<(?P<tag>code|python|execute)>"
    r"|(?P<python>`{3,}[ \t]*(?:python3?|py|ipython|tool_code)[ \t]*\n)"
    r"|^[ \t]*(?P<line>(?:`{3,}|~{3,})[ \t]*(?P<label>[\w+.#-]*)[ \t]*)$"
    r"|^[ \t]*(?P<inline>`{3,}(?:py(?:thon)?[ \t]+)?)(?=\w)",
    re.MULTILINE,
)
CLOSER = re.compile(r"</(?:code|python|execute)>|<end_code>|`{3,}|~{3,}|^Observations?:", re.MULTILINE)
CLOSER_ON_ITS_OWN_LINE = re.compile(rf"^[ \t]*(?:{CLOSER.pattern})", re.MULTILINE)
OBSERVATION = re.compile(r"^Observations?:", re.MULTILINE)
PARTIAL_CLOSERS = tuple(
    closer[:size]
    for closer in ("</execute>", "<end_code>", "</python>", "</code>", "```")
    for size in range(len(closer) - 1, 0, -1)
)


class Kind(IntEnum):
    """How sure a mark makes us that code follows; the surest first."""

    TAGGED = 0
    PYTHON_FENCE = 1
    PLAIN_FENCE = 2
    FOREIGN_FENCE = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """Code found in a text, and where the block lies; `closed` when its end was marked."""

    kind: Kind
    code: str
    begin: int
    end: int
    closed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class _Opening:
    kind: Kind
    begin: int
    start: int

    def block(self, code: str, *, end: int, closed: bool) -> Block:
        return Block(kind=self.kind, code=tidy(code), begin=self.begin, end=end, closed=closed)


def find_block(text: str) -> Block | None:
    """Return the block to run: the first of the surest kind, before any invented observation."""
    candidates: list[Block] = []
    for block in islice(_blocks(text), MAX_BLOCKS):
        if candidates and OBSERVATION.search(text, candidates[0].end, block.begin):
            break
        if _is_candidate(block) and not _is_mention(text, block):
            candidates.append(block)
    return min(candidates, key=lambda block: (block.kind, block.begin), default=None)


def goes_on(text: str, block: Block) -> bool:
    """Return whether more code, or an invented observation, follows a block."""
    return bool(OPENER.search(text, block.end) or OBSERVATION.search(text, block.end))


def without_partial_closer(text: str) -> str:
    """Return a text without the beginning of a closing mark at its very end."""
    bare = text.rstrip()
    for partial in PARTIAL_CLOSERS:
        if bare.endswith(partial):
            return bare.removesuffix(partial)
    return text


def _blocks(text: str) -> Iterator[Block]:
    at = 0
    while (opener := OPENER.search(text, at)) is not None:
        opening = _Opening(kind=_kind(opener), begin=opener.start(), start=opener.end())
        # a fence inside a tag, or a tag inside a fence, opens the same block once more
        while (inner := OPENER.match(text, _skip_space(text, opening.start))) is not None:
            surer = min(opening.kind, _kind(inner))
            opening = replace(opening, kind=surer, start=inner.end())
        block = _close(text, opening)
        yield block
        at = max(block.end, opening.start)


def _kind(opener: re.Match[str]) -> Kind:
    if opener["tag"]:
        return Kind.TAGGED
    label = (opener["label"] or "").lower()
    if opener["python"] or label in PYTHON_LABELS or (opener["inline"] or "").strip("` \t"):
        return Kind.PYTHON_FENCE
    return Kind.FOREIGN_FENCE if label else Kind.PLAIN_FENCE


def _is_candidate(block: Block) -> bool:
    if block.kind is Kind.FOREIGN_FENCE:
        return False
    if block.kind is Kind.PLAIN_FENCE:
        tree = find_program(block.code)
        return tree is not None and acts(tree)
    return True


def _is_mention(text: str, block: Block) -> bool:
    """Return whether a block only names something inside a sentence: "call <code>recall</code>"."""
    before = text[text.rfind("\n", 0, block.begin) + 1 : block.begin]
    if not before.strip() or "\n" in text[block.begin : block.end].strip():
        return False
    tree = find_program(block.code)
    return tree is None or not acts(tree)


def _close(text: str, opening: _Opening) -> Block:
    closers = list(islice(CLOSER.finditer(text, opening.start), MAX_CLOSERS))
    return (
        _close_where_it_parses(text, opening, closers)
        or _close_at_the_end(text, opening)
        or _close_in_comment(text, opening, closers)
        or _close_unparsable(text, opening, closers)
    )


def _close_where_it_parses(text: str, opening: _Opening, closers: list[re.Match[str]]) -> Block | None:
    for closer in closers:
        body = text[opening.start : closer.start()]
        block = opening.block(body, end=closer.end(), closed=True)
        # a comment may mention the mark: there it is believed only when nothing else closes the block
        if find_program(block.code) is not None and not ends_in_comment(textwrap.dedent(body)):
            return block
    return None


def _close_in_comment(text: str, opening: _Opening, closers: list[re.Match[str]]) -> Block | None:
    for closer in closers:
        block = opening.block(text[opening.start : closer.start()], end=closer.end(), closed=True)
        if find_program(block.code) is not None:
            return block
    return None


def _close_at_the_end(text: str, opening: _Opening) -> Block | None:
    rest = text[opening.start :]
    bare = without_partial_closer(rest)
    for body, closed in ((rest, False), (bare, True)):
        block = opening.block(body, end=len(text), closed=closed)
        if find_program(block.code) is not None:
            return block
    return None


def _close_unparsable(text: str, opening: _Opening, closers: list[re.Match[str]]) -> Block:
    """Return the code as it stands: the guest's Python may be newer than ours, and explains better."""
    alone = CLOSER_ON_ITS_OWN_LINE.search(text, opening.start)
    closer = alone or (closers[0] if closers else None)
    stop, end = (closer.start(), closer.end()) if closer else (len(text), len(text))
    block = opening.block(text[opening.start : stop], end=end, closed=closer is not None)
    mended = mend(block.code)
    return block if mended is None else replace(block, code=mended)


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at
