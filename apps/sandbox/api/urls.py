"""Addresses of the sandbox under /v1."""

from django.urls import path

from apps.sandbox.api import views

urlpatterns = [path("sandbox/execute", views.ExecuteView.as_view())]
