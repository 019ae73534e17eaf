"""What every request and its response carry: an id to quote, and what browsers and caches may do."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from kernel.ids import new_id

_ACCEPTABLE = re.compile(r"[\w.:-]{1,64}", re.ASCII)


def request_id_of(request: object) -> str:
    """The id given to this request by RequestId; empty outside one."""
    value = getattr(request, "request_id", "")
    return value if isinstance(value, str) else ""


class RequestId:
    """Middleware: take the caller's X-Request-Id if it is harmless, else make one; echo it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Name the request and its response."""
        asked = request.headers.get("X-Request-Id", "")
        request_id = asked if _ACCEPTABLE.fullmatch(asked) else f"req_{new_id().hex}"
        request.request_id = request_id  # type: ignore[attr-defined]
        response = self.get_response(request)
        response["X-Request-Id"] = request_id
        return response


_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
_OF_SOMEBODY = ("/v1/", "/_allauth/", "/mcp")


class SafeAnswers:
    """Middleware: pages run our own scripts only, and no cache keeps what one caller may see."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the headers that the view has not set itself."""
        response = self.get_response(request)
        response.setdefault("Content-Security-Policy", _POLICY)
        if request.path.startswith(_OF_SOMEBODY):
            response.setdefault("Cache-Control", "no-store")
        return response
