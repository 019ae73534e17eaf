"""Addresses of the process itself: health, metrics, the app shell."""

from __future__ import annotations

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from config import readiness


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> HttpResponse:
    """The parts answer and work is not stuck: 200, else 503 naming the part."""
    checks = readiness.check_all()
    ready = all(check.ok for check in checks)
    body = {"status": "ready" if ready else "not_ready", "checks": {c.name: c.says for c in checks}}
    return JsonResponse(body, status=200 if ready else 503)


def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus metrics of this process."""
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def app_shell(request: HttpRequest) -> HttpResponseBase:
    """The dashboard's one page; its router reads the address."""
    index = settings.FRONTEND_DIST / "index.html"
    if not index.is_file():
        return HttpResponse("The dashboard has not been built: run infra/up.", status=503, content_type="text/plain")
    response = FileResponse(index.open("rb"), content_type="text/html; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
