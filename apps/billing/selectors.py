"""Reads of the billing app."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db.models import F, QuerySet, Sum
from django.db.models.functions import TruncDate

from apps.billing.domain import amounts
from apps.billing.domain.catalogue import Plan, current_catalogue
from apps.billing.domain.periods import Period, period_of
from apps.billing.errors import BadPeriod, NoSuchRow, UnknownPlan
from apps.billing.models import Counter, Seat, UsageRow
from apps.billing.types import DayUsage, Meter, MeterUsage, PeriodUsage
from apps.tenants import selectors as tenants
from kernel.actors import Actor, ActorKind, Permission

INSTANT = timedelta(microseconds=1)
LONGEST = timedelta(days=366)


def list_rows(actor: Actor) -> QuerySet[UsageRow]:
    """The tenant's ledger."""
    actor.require(Permission.USAGE_READ)
    return UsageRow.objects.filter(tenant_id=actor.tenant_id)


def get_row(actor: Actor, row_id: UUID) -> UsageRow:
    """One row of the tenant's ledger; raises NoSuchRow for a stranger's too."""
    row = UsageRow.objects.filter(tenant_id=actor.tenant_id, id=row_id).first()
    if row is None:
        raise NoSuchRow("There is no such ledger row.", id=str(row_id))
    return row


def get_plan(actor: Actor) -> Plan:
    """The plan of the actor's tenant; raises UnknownPlan where the catalogue lacks it."""
    name = tenants.get_tenant(actor).plan
    plan = current_catalogue().plans.get(name)
    if plan is None:
        raise UnknownPlan(f"The tenant's plan {name!r} is not in the catalogue.")
    return plan


def list_seats(actor: Actor, start: datetime, end: datetime) -> QuerySet[Seat]:
    """Agents that count as seats in the months that the period touches, first runs first."""
    actor.require(Permission.USAGE_READ)
    first, last = period_of(start).start, period_of(end - INSTANT).start
    seats = Seat.objects.filter(tenant_id=actor.tenant_id, period_start__gte=first, period_start__lte=last)
    return seats.order_by("first_run_at", "id")


def usage_of_period(actor: Actor, start: datetime, end: datetime) -> PeriodUsage:
    """What the tenant used from `start` until just before `end`; raises BadPeriod beyond a year."""
    actor.require(Permission.USAGE_READ)
    if not start < end <= start + LONGEST:
        raise BadPeriod("A period ends after its start and within 366 days.", start=str(start), end=str(end))
    plan, month = get_plan(actor), period_of(end - INSTANT)
    days = _list_days(actor, start, end)
    return PeriodUsage(
        start=start,
        end=end,
        resets_at=month.ends_at,
        plan=plan,
        meters=_sum_meters(days, plan, _used_in(actor, month)),
        days=days,
        seats_cost_usd=_cost_of_seats(actor, plan, start, end),
    )


def _list_days(actor: Actor, start: datetime, end: datetime) -> list[DayUsage]:
    rows = UsageRow.objects.filter(tenant_id=actor.tenant_id, occurred_at__gte=start, occurred_at__lt=end)
    sums = (
        rows.annotate(day=TruncDate("occurred_at", tzinfo=UTC))
        .values_list("day", "meter")
        .annotate(
            used=Sum("quantity"),
            cost=Sum(F("quantity") * F("unit_price")),
            list_cost=Sum(F("quantity") * F("list_price")),
        )
        .order_by("day", "meter")
    )
    return [
        DayUsage(
            day=day,
            meter=Meter(meter),
            quantity=amounts.tidy(used),
            cost_usd=amounts.tidy(cost),
            list_cost_usd=amounts.tidy(list_cost),
        )
        for day, meter, used, cost, list_cost in sums
    ]


def used_of(actor: Actor, meter: Meter, month: Period) -> Decimal:
    """How much of a meter the tenant has used in a month."""
    return _used_in(actor, month).get(meter.value, Decimal(0))


def _used_in(actor: Actor, month: Period) -> dict[str, Decimal]:
    counters = Counter.objects.filter(tenant_id=actor.tenant_id, period_start=month.start)
    return dict(counters.values_list("meter", "used"))


def _sum_meters(days: Iterable[DayUsage], plan: Plan, used: Mapping[str, Decimal]) -> list[MeterUsage]:
    by_meter: dict[Meter, list[DayUsage]] = {meter: [] for meter in Meter}
    for day in days:
        by_meter[day.meter].append(day)
    return [
        MeterUsage(
            meter=meter,
            quantity=sum((day.quantity for day in found), Decimal(0)),
            cost_usd=sum((day.cost_usd for day in found), Decimal(0)),
            list_cost_usd=sum((day.list_cost_usd for day in found), Decimal(0)),
            included=plan.included(meter),
            limit=plan.limit(meter),
            remaining=amounts.left(plan.limit(meter), used.get(meter.value, Decimal(0))),
        )
        for meter, found in by_meter.items()
    ]


def _cost_of_seats(actor: Actor, plan: Plan, start: datetime, end: datetime) -> Decimal:
    price = plan.unit_price(current_catalogue().seat)
    return list_seats(actor, start, end).count() * price if price else Decimal(0)


def names_of_actors(actor: Actor, rows: Sequence[UsageRow]) -> dict[UUID, str]:
    """Names by which a person knows the rows' actors, as far as `actor` may see them."""
    runs = {row.actor_id: row.agent_id for row in rows if row.actor_kind == ActorKind.AGENT_RUN and row.agent_id}
    agents = dict(
        Seat.objects.filter(tenant_id=actor.tenant_id, agent_id__in=set(runs.values()))
        .order_by("period_start")
        .values_list("agent_id", "name")
    )
    names = {run_id: agents[agent_id] for run_id, agent_id in runs.items() if agents.get(agent_id)}
    keys = {row.actor_id for row in rows if row.actor_kind == ActorKind.API_KEY}
    if keys and actor.can(Permission.KEY_READ):
        names.update(tenants.list_api_keys(actor).filter(id__in=keys).values_list("id", "name"))
    return names
