"""Django's entry to the billing app."""

from django.apps import AppConfig


class BillingConfig(AppConfig):
    """Meters, ledger, plans, seats."""

    name = "apps.billing"
    label = "billing"
