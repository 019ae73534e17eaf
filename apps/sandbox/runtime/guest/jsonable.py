"""Turns Python values into JSON text that any parser accepts."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import fractions
import json
import pathlib
import uuid

AS_TEXT = (datetime.date, datetime.time, decimal.Decimal, fractions.Fraction, pathlib.PurePath, uuid.UUID)


def _plain(value: object) -> object:
    """Return the JSON shape of a value that JSON has no word for."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if isinstance(value, set | frozenset):
        return sorted(value, key=repr)
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, AS_TEXT):
        return value.isoformat() if isinstance(value, datetime.date | datetime.time) else str(value)
    raise TypeError(f"a {type(value).__name__} cannot be sent as JSON; turn it into lists, dicts, text or numbers")


def dumps(value: object) -> str:
    """Return JSON text; TypeError or ValueError for what cannot be said in JSON (NaN included)."""
    return json.dumps(value, default=_plain, allow_nan=False)


def find_json(value: object, max_chars: int) -> str | None:
    """Return the JSON text of a value that is JSON already and not too long, else None."""
    try:
        text = json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return None
    return text if len(text) <= max_chars else None
