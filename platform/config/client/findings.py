"""What a check has found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One thing that was looked at: whether it is well, in words, and what to do if not."""

    ok: bool
    says: str
    remedy: str = ""


def good(says: str) -> Finding:
    """All is well."""
    return Finding(ok=True, says=says)


def bad(says: str, remedy: str) -> Finding:
    """Something is wrong, and this helps."""
    return Finding(ok=False, says=says, remedy=remedy)
