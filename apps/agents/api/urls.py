"""Addresses of the agents app under /v1."""

from django.urls import path

from apps.agents.api import agents, runs

urlpatterns = [
    path("agents", agents.AgentsView.as_view()),
    path("agents/<uuid:agent_id>", agents.AgentView.as_view()),
    path("agents/<uuid:agent_id>/versions", agents.AgentVersionsView.as_view()),
    path("agents/<uuid:agent_id>/runs", runs.AgentRunsView.as_view()),
    path("runs", runs.RunsView.as_view()),
    path("runs/<uuid:run_id>", runs.RunView.as_view()),
    path("runs/<uuid:run_id>/steps", runs.StepsView.as_view()),
    path("runs/<uuid:run_id>/events", runs.RunEventsView.as_view()),
    path("runs/<uuid:run_id>/cancel", runs.CancelView.as_view()),
]
