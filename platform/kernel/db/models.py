"""Base of every table that a tenant owns."""

from __future__ import annotations

from typing import TypeVar

from django.db import models

from kernel.ids import new_id
from kernel.tenancy import current_tenant

Row = TypeVar("Row", bound="TenantModel")


class TenantManager(models.Manager[Row]):
    """Rows of the current tenant; raises TenantMissing where there is none."""

    def get_queryset(self) -> models.QuerySet[Row]:
        """Rows of the current tenant, named in the query as well as by the database's policy."""
        return super().get_queryset().filter(tenant_id=current_tenant())


class TenantModel(models.Model):
    """A row that belongs to one tenant."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant_id = models.UUIDField(editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    across_all_tenants = models.Manager()
    """The way round the wall for the owner's maintenance; the runtime role still sees one tenant."""
    objects = TenantManager()

    class Meta:
        abstract = True
        # relations and refresh_from_db must not fail outside a tenant: the policy guards them
        base_manager_name = "across_all_tenants"
