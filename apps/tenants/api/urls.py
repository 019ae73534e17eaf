"""Addresses of the tenants app under /v1."""

from django.urls import path

from apps.tenants.api import views

urlpatterns = [
    path("tenants/current", views.CurrentTenantView.as_view()),
    path("api-keys", views.ApiKeysView.as_view()),
    path("api-keys/<uuid:key_id>", views.ApiKeyView.as_view()),
]
