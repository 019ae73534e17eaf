"""Writes of the billing app: charging, correcting, counting seats."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import TypeAlias
from uuid import UUID

from django.db import connection
from django.db.models import F

from apps.billing import selectors
from apps.billing.domain import amounts
from apps.billing.domain.catalogue import current_catalogue
from apps.billing.domain.periods import Period, period_of
from apps.billing.errors import CannotCorrect, QuotaReached, UnknownPlan
from apps.billing.models import Counter, Seat, UsageRow
from apps.billing.types import Meter, Usage
from apps.tenants import services as tenants
from kernel.actors import Actor
from kernel.http.schemas import UsageOut
from kernel.ids import new_id

Argument: TypeAlias = UUID | str | Decimal | date | None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Answer:
    """What the database's `billing_charge` said."""

    outcome: str
    plan: str | None
    limit: int | None
    used: Decimal
    quantity: Decimal
    unit_price: Decimal


def charge(
    actor: Actor,
    meter: Meter,
    *,
    quantity: Decimal | int = 1,
    at: datetime,
    idempotency_key: str | None = None,
    agent_id: UUID | None = None,
) -> Usage:
    """Count a use against the plan and write its ledger row, in the caller's transaction: all or nothing.

    Raises QuotaReached where the plan does not cover the whole quantity; the transaction stays
    usable. The same idempotency key again gives the first charge's usage and charges nothing.
    The tenant's counter of this meter stays locked until the transaction ends, so charge late in
    it; several meters are charged in Meter's order.
    """
    exact = amounts.to_quantity(quantity)
    period = period_of(at)
    row = (new_id(), actor.tenant_id, meter.value, period.start, exact)
    who = (actor.kind.value, actor.id, actor.api_key_id, agent_id or actor.agent_id, actor.run_id, actor.request_id)
    answer = _ask(*row, *_terms(meter), *who, idempotency_key, at)
    if answer.outcome == "unknown_plan":
        raise UnknownPlan(f"The tenant's plan {answer.plan!r} is not in the catalogue.")
    if answer.outcome == "refused":
        raise _refusal(meter, exact, answer, period)
    return Usage(
        meter=meter,
        quantity=amounts.tidy(answer.quantity),
        cost_usd=amounts.cost(answer.quantity, answer.unit_price),
        remaining=amounts.left(answer.limit, answer.used),
    )


def require_left(actor: Actor, meter: Meter, *, at: datetime) -> Decimal | None:
    """What the plan still allows of a meter this month, before work whose quantity its end will show.

    None where there is no limit; raises QuotaReached where nothing is left.
    """
    plan, period = selectors.get_plan(actor), period_of(at)
    limit, used = plan.limit(meter), selectors.used_of(actor, meter, period)
    if limit is None:
        return None
    if used >= limit:
        raise _refusal(meter, amounts.GRAIN, _nothing_left(plan.name, limit, used), period)
    return limit - used


def _nothing_left(plan: str, limit: int, used: Decimal) -> _Answer:
    none = Decimal(0)
    return _Answer(outcome="refused", plan=plan, limit=limit, used=used, quantity=none, unit_price=none)


@cache
def _terms(meter: Meter) -> tuple[str, Decimal, str]:
    """What each plan says about a meter, its list price and the catalogue's version."""
    catalogue = current_catalogue()
    listed = catalogue.meters[meter]
    plans = {
        name: {"limit": plan.limit(meter), "unit_price": str(plan.unit_price(listed))}
        for name, plan in catalogue.plans.items()
    }
    return json.dumps(plans), listed.price, catalogue.version


def _ask(*arguments: Argument) -> _Answer:
    # the casts let Postgres choose the function before it knows the types of nulls
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT * FROM billing_charge(%s, %s, %s, %s, %s, %s::jsonb, %s, %s, %s, %s,"
            " %s::uuid, %s::uuid, %s::uuid, %s, %s, %s)",
            arguments,
        )
        outcome, plan, limit, used, quantity, unit_price = cursor.fetchone()
    return _Answer(outcome=outcome, plan=plan, limit=limit, used=used, quantity=quantity, unit_price=unit_price)


def _refusal(meter: Meter, asked: Decimal, answer: _Answer, period: Period) -> QuotaReached:
    return QuotaReached(
        f"The plan allows {answer.limit} of {meter} a month and {amounts.tidy(answer.used)} are used.",
        meter=meter.value,
        plan=answer.plan,
        limit=answer.limit,
        used=f"{amounts.tidy(answer.used):f}",
        asked=f"{amounts.tidy(asked):f}",
        resets_at=period.ends_at.isoformat(),
    )


def usage_out(usage: Usage) -> UsageOut:
    """A usage as each costing response carries it."""
    return UsageOut(
        meter=usage.meter.value, quantity=usage.quantity, cost_usd=usage.cost_usd, remaining=usage.remaining
    )


def note_seat(actor: Actor, agent_id: UUID, *, at: datetime, name: str = "") -> None:
    """Count an agent as active in the month of `at`; again in the same month changes nothing."""
    seat = Seat(
        tenant_id=actor.tenant_id,
        period_start=period_of(at).start,
        agent_id=agent_id,
        name=name,
        first_run_at=at,
    )
    Seat.objects.bulk_create([seat], ignore_conflicts=True)


def correct(actor: Actor, row_id: UUID, *, reason: str, at: datetime) -> UsageRow:
    """Take a ledger row back by a negative row, and give its quota back; again changes nothing.

    Raises NoSuchRow for a stranger's row too, and CannotCorrect for a correction.
    """
    first = selectors.get_row(actor, row_id)
    if first.corrects_id is not None:
        raise CannotCorrect("A correction cannot be corrected.", id=str(row_id))
    row, created = UsageRow.objects.get_or_create(
        tenant_id=actor.tenant_id, corrects_id=first.id, defaults=_reversal(actor, first, reason, at)
    )
    if created:
        Counter.objects.filter(tenant_id=actor.tenant_id, meter=first.meter, period_start=first.period_start).update(
            used=F("used") - first.quantity
        )
        tenants.record(actor, "usage.correct", first.id, reason=reason)
    return row


def _reversal(actor: Actor, first: UsageRow, reason: str, at: datetime) -> dict[str, object]:
    return {
        "meter": first.meter,
        "quantity": -first.quantity,
        "unit_price": first.unit_price,
        "list_price": first.list_price,
        "price_version": first.price_version,
        "plan": first.plan,
        "period_start": first.period_start,
        "actor_kind": actor.kind.value,
        "actor_id": actor.id,
        "api_key_id": actor.api_key_id,
        "agent_id": first.agent_id,
        "run_id": first.run_id,
        "request_id": actor.request_id,
        "reason": reason,
        "occurred_at": at,
    }
