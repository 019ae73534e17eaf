"""Conversation files: JSON Lines and plain text, to turns."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from apps.memories.errors import BadFile
from kernel.types import JsonObject, JsonValue


class Format(StrEnum):
    """How a file is written."""

    JSONL = "jsonl"
    TEXT = "text"


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """One turn of a conversation file."""

    content: str
    author: str | None = None
    conversation_id: str | None = None
    position: int | None = None
    occurred_at: datetime | None = None
    wing: str | None = None
    room: str | None = None
    kind: str | None = None
    user_id: str | None = None
    agent_id: str | None = None
    run_id: str | None = None
    app_id: str | None = None
    expires_at: datetime | None = None
    metadata: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """A line that is not a turn, and why."""

    line: int
    problem: str


MAX_POSITION = 2_000_000_000
"""The last place in a conversation; a few short of what the database's integers hold, since neighbours are counted."""

_CONTENT = ("content", "text", "message")
_AUTHOR = ("author", "speaker", "role", "name")
_TIME = ("occurred_at", "timestamp", "date", "created_at")
_CONVERSATION = ("conversation_id", "session_id", "thread_id")
_LABELS = ("wing", "room", "kind", "user_id", "agent_id", "run_id", "app_id")
_KNOWN = {*_CONTENT, *_AUTHOR, *_TIME, *_CONVERSATION, *_LABELS, "position", "expires_at", "metadata"}


def guess_format(text: str, *, name: str = "") -> Format:
    """By the name's ending, else by whether the first line is a JSON object."""
    if name.endswith((".jsonl", ".ndjson")):
        return Format.JSONL
    return Format.JSONL if text.lstrip("\ufeff \n\r\t").startswith("{") else Format.TEXT


def read(text: str, form: Format) -> Iterator[Turn | Fault]:
    """The turns of a file in order, each faulty line as a Fault; raises BadFile for an empty one."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise BadFile("The file is empty.", line=1)
    return _read_lines(text) if form is Format.JSONL else _read_text(text)


def _read_lines(text: str) -> Iterator[Turn | Fault]:
    counts: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _read_line(line, number, counts)


def _read_line(line: str, number: int, counts: dict[str, int]) -> Turn | Fault:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Fault(line=number, problem=f"not JSON: {error}")
    if not isinstance(found, dict):
        return Fault(line=number, problem="not a JSON object")
    content = _first(found, _CONTENT)
    if not isinstance(content, str) or not content.strip():
        return Fault(line=number, problem=f"no text under any of {', '.join(_CONTENT)}")
    conversation = _string(_first(found, _CONVERSATION))
    try:
        position = _position(found.get("position"), conversation, counts)
        when, until = _time(_first(found, _TIME)), _time(found.get("expires_at"))
    except ValueError as error:
        return Fault(line=number, problem=str(error))
    return Turn(
        content=content,
        author=_string(_first(found, _AUTHOR)),
        conversation_id=conversation,
        position=position,
        occurred_at=when,
        expires_at=until,
        metadata=_rest(found),
        **{label: _string(found.get(label)) for label in _LABELS},
    )


def _rest(found: JsonObject) -> JsonObject:
    given = found.get("metadata")
    own = given if isinstance(given, dict) else {}
    return {**own, **{key: value for key, value in found.items() if key not in _KNOWN}}


def _first(found: JsonObject, keys: tuple[str, ...]) -> JsonValue:
    return next((found[key] for key in keys if found.get(key) is not None), None)


def _string(value: JsonValue) -> str | None:
    return None if value is None else str(value)


def _position(given: JsonValue, conversation: str | None, counts: dict[str, int]) -> int | None:
    """The position given, else the next one in its conversation."""
    if isinstance(given, int) and not 0 <= given <= MAX_POSITION or isinstance(given, bool):
        raise ValueError(f"the position is no whole number from 0 to {MAX_POSITION}")
    position = given if isinstance(given, int) else None
    if conversation is None:
        return position
    position = counts.get(conversation, 0) if position is None else position
    counts[conversation] = position + 1
    return position


def _time(value: JsonValue) -> datetime | None:
    """ISO 8601 or Unix seconds; a time without a zone is taken as UTC."""
    if value is None:
        return None
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        if isinstance(value, str):
            return _in_utc(datetime.fromisoformat(value))
    except (ValueError, OverflowError, OSError) as error:
        raise ValueError(f"the time {str(value)[:40]!r} is neither ISO 8601 nor Unix seconds") from error
    raise ValueError("the time is neither ISO 8601 nor Unix seconds")


def _in_utc(when: datetime) -> datetime:
    # also where the zone is known: an instant that UTC has no date for could be stored but never read again
    return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)


_STAMP = r"(?:\[?(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)\]?\s*(?:[-–]\s*)?)?"
_SPOKEN = re.compile(_STAMP + r"(?P<author>[^\W\d_][\w .'’-]{0,59}?):\s+(?P<content>.*)")


def _read_text(text: str) -> Iterator[Turn | Fault]:
    """Lines `[2026-01-31 18:02] Maya: text`; the time is optional; other lines go on with the turn before.

    Without any speaker each paragraph is a memory of its own.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    if not any(_SPOKEN.fullmatch(line) for line in lines):
        for paragraph in re.split(r"\n\s*\n", text):
            if paragraph.strip():
                yield Turn(content=paragraph.strip("\r\n"))
        return
    yield from _spoken_turns(lines)


def _spoken_turns(lines: list[str]) -> Iterator[Turn | Fault]:
    opened: re.Match[str] | None = None
    opened_at = 0
    more: list[str] = []
    position = 0
    for number, line in enumerate(lines, 1):
        match = _SPOKEN.fullmatch(line)
        if match is None and opened is None:
            if line.strip():
                yield Fault(line=number, problem="text before the first speaker")
            continue
        if match is None:
            more.append(line)
            continue
        if opened is not None:
            yield _turn(opened, more, position, line=opened_at)
            position += 1
        opened, opened_at, more = match, number, []
    if opened is not None:
        yield _turn(opened, more, position, line=opened_at)


def _turn(match: re.Match[str], more: list[str], position: int, *, line: int) -> Turn | Fault:
    try:
        when = _time(match["time"].replace(" ", "T")) if match["time"] else None
    except ValueError as error:
        return Fault(line=line, problem=str(error))
    content = "\n".join([match["content"], *more]).rstrip()
    return Turn(
        content=content or match["content"],
        author=match["author"],
        position=position,
        occurred_at=when,
    )
