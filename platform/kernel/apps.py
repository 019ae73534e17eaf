"""Django's entry to the kernel."""

from django.apps import AppConfig


class KernelConfig(AppConfig):
    """The kernel's tables."""

    name = "kernel"
