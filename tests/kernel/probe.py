"""Addresses that exist in tests only: they show what the kernel's views do with success and failure."""

from __future__ import annotations

import json
from threading import Barrier
from typing import ClassVar

from django.db import connection
from django.http import StreamingHttpResponse
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from apps.tenants import services
from kernel.actors import Permission
from kernel.db.sql import fetch
from kernel.errors import Conflict, TooManyRequests
from kernel.http.views import PublicView, TenantView, once_per_key
from kernel.ids import new_id


class NotesView(TenantView):
    """Writes one audit entry, then answers or fails as the body asks."""

    permissions: ClassVar[dict[str, Permission | None]] = {"POST": Permission.MEMORY_WRITE}

    @once_per_key
    def post(self, request: Request) -> Response:
        """Write, then end as asked."""
        note = new_id()
        services.record(self.actor, "probe.note", note)
        match request.body:
            case b"conflict":
                raise Conflict("No.", colour="red")
            case b"slow down":
                raise TooManyRequests("Wait.", retry_after=7)
            case b"crash":
                raise ZeroDivisionError
            case b"nul":
                return Response({"note": "\x00"}, status=201)
            case b"cannot be kept":
                return Response({"note": object()})
            case b"stream":
                return StreamingHttpResponse([b"one", b"two"])  # type: ignore[return-value]  # DRF takes both
        return Response({"note": str(note)}, status=201)


class KnottedView(TenantView):
    """Takes two locks in the order that the body says, one after both have taken their first."""

    permissions: ClassVar[dict[str, Permission | None]] = {"POST": None}
    met = Barrier(2, timeout=30)
    attempts = 0

    @once_per_key
    def post(self, request: Request) -> Response:
        """Lock, meet the other one (the first time only), lock."""
        services.record(self.actor, "probe.note")
        first, second = json.loads(request.body)
        fetch("SELECT pg_advisory_xact_lock(%s)", [first])
        if not self.attempts:
            self.attempts += 1
            self.met.wait()
        fetch("SELECT pg_advisory_xact_lock(%s)", [second])
        return Response({}, status=201)


class LateFailureView(TenantView):
    """Breaks a deferred constraint: only the commit fails."""

    permissions: ClassVar[dict[str, Permission | None]] = {"POST": None}

    def post(self, request: Request) -> Response:
        """Answer well, commit badly."""
        services.record(self.actor, "probe.note")
        with connection.cursor() as cursor:
            cursor.execute("CREATE TEMPORARY TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP")
            cursor.execute("INSERT INTO late VALUES (1), (1)")
        return Response({})


class OpenView(PublicView):
    """Says whether a tenant is set."""

    def get(self, request: Request) -> Response:
        """Without a tenant."""
        return Response({"authenticated": request.auth is not None})


handler404 = "kernel.http.errors.not_found"
handler500 = "kernel.http.errors.server_error"
urlpatterns = [
    path("notes", NotesView.as_view()),
    path("knotted", KnottedView.as_view()),
    path("late", LateFailureView.as_view()),
    path("open", OpenView.as_view()),
]
