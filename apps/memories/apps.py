"""Django's entry to the memories app."""

from django.apps import AppConfig

from kernel import notices


class MemoriesConfig(AppConfig):
    """Memories, their places and indexes."""

    name = "apps.memories"
    label = "memories"

    def ready(self) -> None:
        """Tell people when recall has to do without meaning."""
        notices.register("apps.memories.services.embedding.notice_of_missing_model")
