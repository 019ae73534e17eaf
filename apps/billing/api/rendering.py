"""Makes the bodies of answers from what the selectors found."""

from __future__ import annotations

from collections.abc import Iterable

from apps.billing.api.schemas import (
    DayUsageOut,
    MeterUsageOut,
    PlanOut,
    PriceOut,
    PricingOut,
    SeatOut,
    SeatPriceOut,
    UsageActorOut,
    UsageCapOut,
    UsagePeriodOut,
    UsageReportOut,
    UsageRowOut,
)
from apps.billing.domain import amounts
from apps.billing.domain.catalogue import Catalogue, Plan, current_catalogue
from apps.billing.models import Seat, UsageRow
from apps.billing.types import Meter, MeterUsage, PeriodUsage


def report_out(usage: PeriodUsage, seats: Iterable[Seat]) -> UsageReportOut:
    """The usage report."""
    return UsageReportOut(
        period=UsagePeriodOut(start=usage.start, end=usage.end),
        plan=usage.plan.name,
        cap=UsageCapOut(limit_usd=None, reached=usage.is_stopped, resets_at=usage.resets_at),
        meters=[_meter_out(meter, usage.plan) for meter in usage.meters],
        days=[
            DayUsageOut(day=day.day, meter=day.meter.value, quantity=day.quantity, cost_usd=day.cost_usd)
            for day in usage.days
        ],
        seats=[SeatOut(agent_id=seat.agent_id, name=seat.name, first_run_at=seat.first_run_at) for seat in seats],
        seats_usd=usage.seats_cost_usd,
        total_usd=usage.total_usd,
    )


def _meter_out(usage: MeterUsage, plan: Plan) -> MeterUsageOut:
    listed = current_catalogue().meters[usage.meter]
    return MeterUsageOut(
        meter=usage.meter.value,
        unit=listed.unit,
        quantity=usage.quantity,
        included=usage.included,
        limit=usage.limit,
        remaining=usage.remaining,
        unit_price_usd=plan.unit_price(listed),
        list_price_usd=listed.price,
        cost_usd=usage.cost_usd,
        list_cost_usd=usage.list_cost_usd,
    )


def row_out(row: UsageRow, name: str | None) -> UsageRowOut:
    """One row of the ledger."""
    return UsageRowOut(
        id=row.id,
        meter=row.meter,
        quantity=row.quantity,
        unit_price_usd=amounts.tidy(row.unit_price),
        list_price_usd=amounts.tidy(row.list_price),
        cost_usd=amounts.cost(row.quantity, row.unit_price),
        price_version=row.price_version,
        plan=row.plan,
        actor=UsageActorOut(kind=row.actor_kind, id=row.actor_id, name=name),
        api_key_id=row.api_key_id,
        agent_id=row.agent_id,
        run_id=row.run_id,
        request_id=row.request_id,
        corrects_id=row.corrects_id,
        reason=row.reason,
        occurred_at=row.occurred_at,
    )


def pricing_out(catalogue: Catalogue) -> PricingOut:
    """The price list."""
    seat = catalogue.seat
    return PricingOut(
        version=catalogue.version,
        effective=catalogue.effective,
        currency=catalogue.currency,
        meters=[
            PriceOut(meter=meter.value, unit=price.unit, price_usd=price.price, about=price.about)
            for meter, price in catalogue.meters.items()
        ],
        seat=SeatPriceOut(unit=seat.unit, price_usd=seat.price, about=seat.about),
        plans=[_plan_out(plan) for plan in catalogue.plans.values()],
    )


def _plan_out(plan: Plan) -> PlanOut:
    return PlanOut(
        name=plan.name,
        title=plan.title,
        about=plan.about,
        monthly_usd=plan.monthly,
        credit_usd=plan.credit,
        bills=plan.bills,
        limits={meter.value: plan.limit(meter) for meter in Meter},
    )
