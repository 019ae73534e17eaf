"""Reads of the billing app."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from kernel.actors import Actor, Permission

from apps.billing.errors import NoSuchRow
from apps.billing.models import UsageRow


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
