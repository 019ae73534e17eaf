"""Django's entry to the sandbox app."""

from django.apps import AppConfig


class SandboxConfig(AppConfig):
    """The sandbox; it has no tables."""

    name = "apps.sandbox"
    label = "sandbox"
