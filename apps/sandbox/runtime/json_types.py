"""JSON as types. The runtime keeps its own: its child process has only the repository on its path."""

from __future__ import annotations

import json
import math
from typing import TypeAlias

JsonValue: TypeAlias = "None | bool | int | float | str | list[JsonValue] | dict[str, JsonValue]"
JsonObject: TypeAlias = dict[str, JsonValue]

SURROGATE_ESCAPE = "\\ud"


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a JSON number")
    return number


def parse(text: str) -> JsonValue:
    """Parse JSON from an untrusted writer; ValueError for anything that later readers could stumble over."""
    try:
        value: JsonValue = json.loads(text, parse_float=_finite, parse_constant=_finite)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return _whole_text(value) if SURROGATE_ESCAPE in text.lower() else value


def parse_object(text: str) -> JsonObject:
    """Parse a JSON object; ValueError for anything else."""
    value = parse(text)
    if not isinstance(value, dict):
        raise ValueError("expected a JSON object")
    return value


def text_field(source: JsonObject, name: str) -> str:
    """Return a field that must be text; ValueError if it is not."""
    value = source.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name} must be text")
    return value


def number_field(source: JsonObject, name: str) -> float:
    """Return a field that must be a number; ValueError if it is not."""
    value = source.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} must be a number")
    return value


def find_text_field(source: JsonObject, name: str) -> str | None:
    """Return a field that is text or absent; ValueError if it is something else."""
    return None if source.get(name) is None else text_field(source, name)


def _whole_text(value: JsonValue) -> JsonValue:
    """Replace lone surrogates, which no encoder accepts."""
    match value:
        case str():
            return value.encode("utf-8", "replace").decode()
        case list():
            return [_whole_text(item) for item in value]
        case dict():
            return {key.encode("utf-8", "replace").decode(): _whole_text(item) for key, item in value.items()}
        case _:
            return value
