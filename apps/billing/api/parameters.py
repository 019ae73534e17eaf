"""Reads the query strings of the billing app."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from django.http import QueryDict

from apps.billing.domain.periods import period_of
from apps.billing.errors import BadPeriod


def read_period(query: QueryDict, *, at: datetime) -> tuple[datetime, datetime]:
    """`from` and `to` (a date or an instant with its zone); the month of `at` where they are absent."""
    month = period_of(at)
    start = _read(query, "from") or month.starts_at
    return start, _read(query, "to") or max(month.ends_at, period_of(start).ends_at)


def _read(query: QueryDict, name: str) -> datetime | None:
    text = query.get(name)
    if text is None:
        return None
    found = _parse(text.strip())
    # far years would overflow in the arithmetic of months
    if found is None or not 2000 <= found.year <= 2999:
        raise BadPeriod(f"{name} must be a date (2026-12-01) or an instant with its zone.", field=name)
    return found


def _parse(text: str) -> datetime | None:
    try:
        return datetime.combine(date.fromisoformat(text), time.min, tzinfo=UTC)
    except ValueError:
        pass
    try:
        # a raw + in a query string arrives as a space
        found = datetime.fromisoformat(text.replace(" ", "+"))
    except ValueError:
        return None
    return found if found.tzinfo is not None else None
