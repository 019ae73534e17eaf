"""Things a person should know about this instance, told by whichever app knows them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.module_loading import import_string


@dataclass(frozen=True, kw_only=True, slots=True)
class Notice:
    """One thing to know: a stable code and a sentence."""

    code: str
    message: str


_sources: list[str] = []


def register(path: str) -> None:
    """Add a source, the dotted path of a `() -> Notice | None`: apps do so before their models load."""
    if path not in _sources:
        _sources.append(path)


def list_notices() -> list[Notice]:
    """What there is to know now."""
    found: list[Notice | None] = [import_string(path)() for path in _sources]
    return [notice for notice in found if notice is not None]
