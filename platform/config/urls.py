"""Every address of the product."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView

from config import views

handler400 = "kernel.http.errors.bad_request"
handler404 = "kernel.http.errors.not_found"
handler500 = "kernel.http.errors.server_error"

api: list[URLPattern | URLResolver] = [
    path("", include("apps.tenants.api.urls")),
    path("", include("apps.billing.api.urls")),
    path("", include("apps.memories.api.urls")),
    path("", include("apps.recall.api.urls")),
    path("", include("apps.sandbox.api.urls")),
    path("", include("apps.agents.api.urls")),
    path("openapi.json", SpectacularJSONAPIView.as_view()),
]

urlpatterns = [
    path("healthz", views.healthz),
    path("readyz", views.readyz),
    path("metrics", views.metrics),
    path("docs", SpectacularSwaggerSplitView.as_view(url="/v1/openapi.json")),
    path("v1/", include(api)),
    path("", include("apps.mcp.api.urls")),
    path("_allauth/", include("allauth.headless.urls")),
    re_path(r"^(?!v1/|_allauth/|static/|mcp).*$", views.app_shell),
]
