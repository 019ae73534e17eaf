"""Addresses of the memories app under /v1."""

from django.urls import path

from apps.memories.api import memories, palaces

urlpatterns = [
    path("memories", memories.MemoriesView.as_view()),
    path("memories/<uuid:memory_id>", memories.MemoryView.as_view()),
    path("memories/<uuid:memory_id>/versions", memories.VersionsView.as_view()),
    path("memories/<uuid:memory_id>/restore", memories.RestoreView.as_view()),
    path("palaces", palaces.PalacesView.as_view()),
    path("palaces/<uuid:palace_id>", palaces.PalaceView.as_view()),
    path("imports", palaces.ImportsView.as_view()),
    path("imports/<uuid:import_id>", palaces.ImportView.as_view()),
]
