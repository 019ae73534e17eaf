"""Tables of the kernel: answers kept for retried requests."""

from __future__ import annotations

from django.db import models

from kernel.db.models import TenantModel


class KeptResponse(TenantModel):
    """The answer to a request with an Idempotency-Key, given again when it is retried."""

    actor_id = models.UUIDField()
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    """SHA-256 of method, path and body."""
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(null=True)
    """The JSON as it was sent: the database's own JSON knows no NUL, and what code prints may hold one."""

    class Meta:
        db_table = "kernel_kept_response"
        base_manager_name = "across_all_tenants"
        constraints = [
            models.UniqueConstraint(fields=["tenant_id", "actor_id", "key"], name="kernel_kept_response_once")
        ]
