"""Memories as a person reads them in a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from textwrap import indent

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kernel.types import JsonObject, JsonValue

INDENT = "   "
_COLUMNS = ("leg", "rank", "raw", "score", "weight", "contribution")


def printable(text: str) -> str:
    """The text without the control characters by which it could steer the terminal."""
    return "".join(char if char in "\n\t" or unicodedata.category(char) != "Cc" else "\ufffd" for char in text)


def describe(item: JsonObject, number: int) -> Group:
    """One recalled memory: score and legs, who · where · when, the text, and the table of legs if it is there."""
    head = Text.assemble((f"{number}. ", "bold"), (_number(item["score"]), "bold cyan"), f"  {legs_of(item)}")
    # indented by hand: a Padding would cut long lines where there is no terminal
    about = Text(f"{INDENT}{who_where_when(item)}", style="dim")
    content = Text(indent(printable(str(item["content"])), INDENT))
    parts: list[RenderableType] = [head, about, content]
    explained = item.get("explain")
    if isinstance(explained, list):
        parts.append(_table(explained))
    return Group(*parts, "")


def who_where_when(item: JsonObject) -> str:
    """Author, place and time on one line; what is unknown stays away."""
    where = " / ".join(str(item[place]) for place in ("palace", "wing", "room") if item.get(place))
    when = str(item.get("occurred_at") or "").replace("T", " ")[:16]
    return " · ".join(
        printable(part).replace("\n", " ") for part in (str(item.get("author") or ""), where, when) if part
    )


def legs_of(item: JsonObject) -> str:
    """What each leg of the search added to the score."""
    signals = item.get("signals")
    if not isinstance(signals, dict):
        return ""
    return "  ".join(f"{leg} {_number(value)}" for leg, value in signals.items() if value)


def _table(parts: Sequence[JsonValue]) -> Table:
    table = Table(*_COLUMNS, box=None, header_style="dim", padding=(0, 0, 0, len(INDENT)))
    for part in parts:
        if isinstance(part, dict):
            table.add_row(*[_number(part.get(column)) for column in _COLUMNS])
    return table


def _number(value: JsonValue) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    return "–" if value is None else str(value)
