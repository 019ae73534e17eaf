"""Django's entry to the billing app."""

from __future__ import annotations

from django.apps import AppConfig

from apps.billing.domain.catalogue import current_catalogue


class BillingConfig(AppConfig):
    """Meters, ledger, plans, seats."""

    name = "apps.billing"
    label = "billing"

    def ready(self) -> None:
        """Read the catalogue now: a faulty one must stop the start, not the first charge."""
        current_catalogue()
