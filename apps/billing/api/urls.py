"""Addresses of the billing app under /v1."""

from django.urls import path

from apps.billing.api import views

urlpatterns = [
    path("usage", views.UsageView.as_view()),
    path("usage/rows", views.UsageRowsView.as_view()),
    path("pricing", views.PricingView.as_view()),
]
