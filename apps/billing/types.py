"""What other apps get from this one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from apps.billing.domain.catalogue import Plan
from apps.billing.domain.meters import Meter

__all__ = ["DayUsage", "Meter", "MeterUsage", "PeriodUsage", "Usage"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What one operation used and cost; `remaining` is None where the plan has no limit."""

    meter: Meter
    quantity: Decimal
    cost_usd: Decimal
    remaining: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DayUsage:
    """One meter on one day (UTC)."""

    day: date
    meter: Meter
    quantity: Decimal
    cost_usd: Decimal
    list_cost_usd: Decimal


@dataclass(frozen=True, kw_only=True, slots=True)
class MeterUsage:
    """One meter over a period, beside what the plan allows in the month that the period ends in."""

    meter: Meter
    quantity: Decimal
    cost_usd: Decimal
    list_cost_usd: Decimal
    """What the same would cost at list prices."""
    included: int | None
    limit: int | None
    remaining: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class PeriodUsage:
    """Everything used from `start` until just before `end`."""

    start: datetime
    end: datetime
    resets_at: datetime
    plan: Plan
    meters: Sequence[MeterUsage]
    days: Sequence[DayUsage]
    seats_cost_usd: Decimal

    @property
    def total_usd(self) -> Decimal:
        """All meters and seats together, before the plan's credit."""
        return sum((meter.cost_usd for meter in self.meters), self.seats_cost_usd)

    @property
    def is_stopped(self) -> bool:
        """Whether any meter has nothing left."""
        return any(meter.remaining == 0 for meter in self.meters)
