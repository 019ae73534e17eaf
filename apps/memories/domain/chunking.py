"""Cuts a text into pieces that fit the embedder's window, at sentence borders where it can."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_BORDER = re.compile(r"(?<=[.!?。！？…])[\s\"'”’)\]]*\s|\n+|(?<=[。！？])")
_SPACE = re.compile(r"\s+")
MOST_CHARACTERS_A_TOKEN = 12
"""A piece of more characters than this for each token is not worth counting: it is cut first."""
MOST_TOKENS_A_CHARACTER = 3
"""A Hangul syllable is three letters to a tokenizer; a piece this short is sure to fit and needs no counting."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """A piece of a text: characters [start, end)."""

    start: int
    end: int


def cut(text: str, *, window: int, count: Callable[[str], int]) -> list[Span]:
    """Spans that cover the text in order, each at most `window` tokens by `count`."""
    whole = Span(start=0, end=len(text))
    if _fits(text, whole, window, count):
        return [whole]
    pieces = _pieces(text, whole, window, count)
    return _joined(text, pieces, window, count)


def _pieces(text: str, whole: Span, window: int, count: Callable[[str], int]) -> list[Span]:
    spans: list[Span] = []
    for span in _split(text, whole.start, whole.end, _BORDER):
        if _fits(text, span, window, count):
            spans.append(span)
        else:
            spans.extend(_smaller(text, span, window, count))
    return spans


def _smaller(text: str, span: Span, window: int, count: Callable[[str], int]) -> list[Span]:
    words = _split(text, span.start, span.end, _SPACE)
    if len(words) > 1:
        halves = [Span(start=span.start, end=words[len(words) // 2].start)]
        halves.append(Span(start=halves[0].end, end=span.end))
    else:
        middle = (span.start + span.end) // 2
        halves = [Span(start=span.start, end=middle), Span(start=middle, end=span.end)]
    found: list[Span] = []
    for half in halves:
        found.extend([half] if _fits(text, half, window, count) else _smaller(text, half, window, count))
    return found


def _split(text: str, start: int, end: int, border: re.Pattern[str]) -> list[Span]:
    cuts = [match.end() for match in border.finditer(text, start, end) if start < match.end() < end]
    edges = [start, *cuts, end]
    return [Span(start=a, end=b) for a, b in zip(edges, edges[1:], strict=False) if a < b]


def _fits(text: str, span: Span, window: int, count: Callable[[str], int]) -> bool:
    length = span.end - span.start
    if length <= 1 or length * MOST_TOKENS_A_CHARACTER <= window:
        return True
    return length <= window * MOST_CHARACTERS_A_TOKEN and count(text[span.start : span.end]) <= window


def _joined(text: str, pieces: list[Span], window: int, count: Callable[[str], int]) -> list[Span]:
    joined: list[Span] = []
    room = 0
    for piece in pieces:
        size = count(text[piece.start : piece.end])
        if joined and size <= room:
            joined[-1] = Span(start=joined[-1].start, end=piece.end)
            room -= size
        else:
            joined.append(piece)
            room = window - size
    return joined
