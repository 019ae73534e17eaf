"""Charging and counting in one line, for the tests of the ledger."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

from django.db.models import Sum

from apps.billing import services as billing
from apps.billing.models import Counter, UsageRow
from apps.billing.types import Meter, Usage
from apps.tenants.models import Tenant
from kernel.actors import Actor
from kernel.tenancy import tenant_scope

NOON = datetime(2026, 12, 9, 12, tzinfo=UTC)
STEP_LIMIT = 1_000
"""Agent steps a month on the plan Free."""


def put_on(actor: Actor, plan: str) -> Actor:
    """The same actor, their tenant on another plan."""
    with tenant_scope(actor.tenant_id):
        Tenant.objects.filter(id=actor.tenant_id).update(plan=plan)
    return actor


def charge(
    actor: Actor, meter: Meter = Meter.AGENT_STEP, quantity: Decimal | int = 1, *, key: str | None = None
) -> Usage:
    """A charge at NOON in a transaction of its own."""
    with tenant_scope(actor.tenant_id):
        return billing.charge(actor, meter, quantity=quantity, at=NOON, idempotency_key=key)


def count_rows(actor: Actor) -> int:
    """Rows in the tenant's ledger."""
    with tenant_scope(actor.tenant_id):
        return UsageRow.objects.count()


def sum_rows(actor: Actor, meter: Meter = Meter.AGENT_STEP) -> Decimal:
    """What the tenant's rows add up to."""
    with tenant_scope(actor.tenant_id):
        total = UsageRow.objects.filter(meter=meter).aggregate(total=Sum("quantity"))["total"]
    return total or Decimal(0)


def read_counter(actor: Actor, meter: Meter = Meter.AGENT_STEP) -> Decimal:
    """What the tenant's counters of a meter say."""
    with tenant_scope(actor.tenant_id):
        total = Counter.objects.filter(meter=meter).aggregate(total=Sum("used"))["total"]
    return total or Decimal(0)


def last_row(actor: Actor) -> UsageRow:
    """The newest row of the tenant's ledger."""
    with tenant_scope(actor.tenant_id):
        return UsageRow.objects.order_by("-id")[0]
