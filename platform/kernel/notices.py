"""Things a person should know about this instance, told by whichever app knows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Notice:
    """One thing to know: a stable code and a sentence."""

    code: str
    message: str


Source = Callable[[], Notice | None]
_sources: list[Source] = []


def register(source: Source) -> None:
    """Add a source; called once by an app when it is ready."""
    if source not in _sources:
        _sources.append(source)


def list_notices() -> list[Notice]:
    """What there is to know now."""
    return [notice for source in _sources if (notice := source()) is not None]
