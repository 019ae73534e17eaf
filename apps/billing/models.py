"""Ledger row, counter and seat."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from kernel.db.models import TenantModel


class UsageRow(TenantModel):
    """One line of the ledger: what was used, by whom, at what price. Append-only."""

    meter = models.CharField(max_length=40)
    quantity = models.DecimalField(max_digits=20, decimal_places=6)
    """Below zero in a correction."""
    unit_price = models.DecimalField(max_digits=18, decimal_places=9)
    """What the tenant's plan pays for one unit, in US dollars."""
    list_price = models.DecimalField(max_digits=18, decimal_places=9)
    price_version = models.CharField(max_length=40)
    plan = models.CharField(max_length=40)
    period_start = models.DateField()
    """First day of the month whose allowance it counts against; a later correction keeps it."""
    actor_kind = models.CharField(max_length=20)
    actor_id = models.UUIDField()
    api_key_id = models.UUIDField(null=True)
    agent_id = models.UUIDField(null=True)
    run_id = models.UUIDField(null=True)
    request_id = models.CharField(max_length=64, blank=True)
    idempotency_key = models.CharField(max_length=255, null=True)
    corrects_id = models.UUIDField(null=True)
    reason = models.CharField(max_length=500, blank=True)
    """Why, in a correction."""
    occurred_at = models.DateTimeField()

    class Meta:
        db_table = "billing_usage_row"
        base_manager_name = "across_all_tenants"
        constraints = [
            models.UniqueConstraint(
                fields=["tenant_id", "meter", "idempotency_key"],
                condition=Q(idempotency_key__isnull=False),
                name="billing_usage_row_once",
            ),
            models.UniqueConstraint(
                fields=["tenant_id", "corrects_id"],
                condition=Q(corrects_id__isnull=False),
                name="billing_usage_row_corrected_once",
            ),
            models.CheckConstraint(
                condition=Q(quantity__gt=0, corrects_id=None) | Q(quantity__lt=0, corrects_id__isnull=False),
                name="billing_usage_row_sign",
            ),
        ]
        indexes = [models.Index(fields=["tenant_id", "occurred_at"], name="billing_usage_row_when")]


class Counter(TenantModel):
    """How much of a meter a tenant has used in one month; always the sum of its ledger rows."""

    meter = models.CharField(max_length=40)
    period_start = models.DateField()
    used = models.DecimalField(max_digits=20, decimal_places=6)

    class Meta:
        db_table = "billing_counter"
        base_manager_name = "across_all_tenants"
        constraints = [
            models.UniqueConstraint(fields=["tenant_id", "meter", "period_start"], name="billing_counter_once"),
            models.CheckConstraint(condition=Q(used__gte=0), name="billing_counter_not_negative"),
        ]


class Seat(TenantModel):
    """An agent that ran in a month: counted once."""

    period_start = models.DateField()
    agent_id = models.UUIDField()
    name = models.CharField(max_length=200, blank=True)
    """The agent's name when it first ran in the month."""
    first_run_at = models.DateTimeField()

    class Meta:
        db_table = "billing_seat"
        base_manager_name = "across_all_tenants"
        constraints = [
            models.UniqueConstraint(fields=["tenant_id", "period_start", "agent_id"], name="billing_seat_once")
        ]
