"""Django's entry to the recall app."""

from django.apps import AppConfig


class RecallConfig(AppConfig):
    """Recall."""

    name = "apps.recall"
    label = "recall"
