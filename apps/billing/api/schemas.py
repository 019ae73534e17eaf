"""Bodies of the billing app's operations."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from kernel.http.schemas import Out, Quantity, Usd


class UsagePeriodOut(Out):
    """From `start` until just before `end`."""

    start: datetime
    end: datetime


class UsageCapOut(Out):
    """Whether work is being refused: `reached` once any meter has nothing left, until `resets_at`."""

    limit_usd: Usd | None
    reached: bool
    resets_at: datetime


class MeterUsageOut(Out):
    """One meter: what was used, and what the plan allows a month (null: no limit)."""

    meter: str
    unit: str
    quantity: Quantity
    included: int | None
    limit: int | None
    remaining: int | None
    unit_price_usd: Usd
    list_price_usd: Usd
    cost_usd: Usd
    list_cost_usd: Usd


class DayUsageOut(Out):
    """One meter on one day (UTC)."""

    day: date
    meter: str
    quantity: Quantity
    cost_usd: Usd


class SeatOut(Out):
    """An agent that counts as a seat because it ran in the month."""

    agent_id: UUID
    name: str
    first_run_at: datetime


class UsageReportOut(Out):
    """A period's usage by meter and by day, with seats and the total."""

    period: UsagePeriodOut
    plan: str
    cap: UsageCapOut
    meters: list[MeterUsageOut]
    days: list[DayUsageOut]
    seats: list[SeatOut]
    seats_usd: Usd
    total_usd: Usd


class UsageActorOut(Out):
    """Who used it; the name is null where you may not see it."""

    kind: str
    id: UUID
    name: str | None


class UsageRowOut(Out):
    """One row of the ledger; a correction has a quantity below zero and names the row it takes back."""

    id: UUID
    meter: str
    quantity: Quantity
    unit_price_usd: Usd
    list_price_usd: Usd
    cost_usd: Usd
    price_version: str
    plan: str
    actor: UsageActorOut
    api_key_id: UUID | None
    agent_id: UUID | None
    run_id: UUID | None
    request_id: str
    corrects_id: UUID | None
    reason: str
    occurred_at: datetime


class PriceOut(Out):
    """The list price of one unit of a meter."""

    meter: str
    unit: str
    price_usd: Usd
    about: str


class SeatPriceOut(Out):
    """The price of an agent that runs in a month."""

    unit: str
    price_usd: Usd
    about: str


class PlanOut(Out):
    """A plan; `limits` names each meter, null where there is none."""

    name: str
    title: str
    about: str
    monthly_usd: Usd
    credit_usd: Usd
    bills: bool
    limits: dict[str, int | None]


class PricingOut(Out):
    """All prices and plans of one version of the catalogue."""

    version: str
    effective: date
    currency: str
    meters: list[PriceOut]
    seat: SeatPriceOut
    plans: list[PlanOut]
