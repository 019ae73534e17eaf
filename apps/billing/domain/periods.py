"""The billing period: a calendar month in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Period:
    """One calendar month; `end` is the first day after it."""

    start: date
    end: date

    @property
    def starts_at(self) -> datetime:
        """Its first instant."""
        return datetime(self.start.year, self.start.month, 1, tzinfo=UTC)

    @property
    def ends_at(self) -> datetime:
        """The first instant after it: when allowances begin anew."""
        return datetime(self.end.year, self.end.month, 1, tzinfo=UTC)


def period_of(at: datetime) -> Period:
    """The period that an aware instant falls in."""
    if at.tzinfo is None:
        raise ValueError("A period is asked for with an aware time.")
    start = at.astimezone(UTC).date().replace(day=1)
    end = date(start.year + start.month // 12, start.month % 12 + 1, 1)
    return Period(start=start, end=end)
