"""When two texts are the same memory, and which texts can be stored at all."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence

from apps.memories.domain.normal_form import normal_form
from apps.memories.errors import UnstorableText
from kernel.types import JsonValue

MAX_CONTENT = 1024 * 1024
"""Characters in one memory."""


def check_storable(text: str, *, field: str = "content") -> None:
    """Refuse, with the position, what the database cannot keep verbatim: NUL and lone surrogates."""
    if not text.strip():
        raise UnstorableText(f"{field} is empty.", field=field)
    if len(text) > MAX_CONTENT:
        raise UnstorableText(f"{field} has more than {MAX_CONTENT} characters.", field=field, length=len(text))
    check_characters(text, field=field)


def check_characters(text: str, *, field: str) -> None:
    """Refuse NUL and lone surrogates, with their position."""
    position = text.find("\x00")
    if position >= 0:
        raise UnstorableText(f"{field} has a NUL character at position {position}.", field=field, position=position)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UnstorableText(
            f"{field} has a lone surrogate at position {error.start}.", field=field, position=error.start
        ) from error


def check_json(value: JsonValue, *, field: str) -> None:
    """Refuse, with the path, what jsonb cannot keep: such characters, and numbers that are not finite."""
    match value:
        case str():
            check_characters(value, field=field)
        case dict():
            for key, inner in value.items():
                check_characters(key, field=field)
                check_json(inner, field=f"{field}.{key}")
        case list():
            for index, inner in enumerate(value):
                check_json(inner, field=f"{field}.{index}")
        case float() if not math.isfinite(value):
            raise UnstorableText(f"{field} is not a number JSON can hold.", field=field)


def place_digest(text: str, place: Sequence[str | int | None]) -> str:
    """SHA-256 of the normalised text and its place: equal digests are one memory.

    The place is palace, wing, room, author, the facets, and conversation and position where given:
    two turns that both say "Thanks!" are two memories.
    """
    normal = " ".join(normal_form(text).casefold().split())
    return hashlib.sha256(json.dumps([normal, *place], ensure_ascii=False).encode()).hexdigest()
