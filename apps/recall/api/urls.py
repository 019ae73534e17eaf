"""Addresses of recall under /v1."""

from django.urls import path

from apps.recall.api import views

urlpatterns = [path("recall", views.RecallView.as_view())]
