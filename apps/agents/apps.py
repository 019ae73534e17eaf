"""Django's entry to the agents app."""

from django.apps import AppConfig

from kernel import notices


class AgentsConfig(AppConfig):
    """Agents, their runs and steps."""

    name = "apps.agents"
    label = "agents"

    def ready(self) -> None:
        """Tell people when agents answer by a fixed rule."""
        notices.register("apps.agents.services.language.notice_of_missing_model")
