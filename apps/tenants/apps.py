"""Django's entry to the tenants app."""

from django.apps import AppConfig


class TenantsConfig(AppConfig):
    """Tenants, members, keys."""

    name = "apps.tenants"
    label = "tenants"
