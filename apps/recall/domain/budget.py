"""Fits a ranked list into a number of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")


def within(items: Iterable[Item], *, tokens: int, size: Callable[[Item], int]) -> list[Item]:
    """The first items that fit whole into the budget; one too large is passed over for smaller ones after it."""
    kept: list[Item] = []
    left = tokens
    for item in items:
        needed = size(item)
        if needed <= left:
            kept.append(item)
            left -= needed
    return kept
