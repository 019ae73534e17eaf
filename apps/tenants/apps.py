"""Django's entry to the tenants app."""

from importlib import import_module

from django.apps import AppConfig


class TenantsConfig(AppConfig):
    """Tenants, members, keys."""

    name = "apps.tenants"
    label = "tenants"

    def ready(self) -> None:
        """Register how our authentication is documented."""
        import_module("apps.tenants.openapi")
