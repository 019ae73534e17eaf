"""Django's entry to the commands of this instance."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Commands and start-up checks."""

    name = "config"
