"""Refusals of the recall app."""

from __future__ import annotations

from kernel.errors import InvalidInput


class BadQuestion(InvalidInput):
    """The query is empty, too long or not storable text."""

    code = "invalid_query"
