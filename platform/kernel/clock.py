"""Time as an argument: aware, UTC, and movable in tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present instant, aware and in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present instant, aware and in UTC."""
        return datetime.now(UTC)


class FakeClock:
    """A clock that moves only when told."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        """The instant it was set to."""
        return self.at

    def advance(self, by: timedelta) -> None:
        """Move forward (or back) by a duration."""
        self.at += by
