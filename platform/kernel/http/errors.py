"""The one place where an exception becomes a response."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from rest_framework import exceptions as rest
from rest_framework.response import Response

from kernel.errors import DomainError
from kernel.http.requests import request_id_of
from kernel.types import JsonObject

log = logging.getLogger(__name__)

_CODES = {
    400: "invalid_input",
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "body_too_large",
    415: "unsupported_media_type",
    429: "too_many_requests",
}


def body_of(code: str, message: str, details: JsonObject, request_id: str) -> JsonObject:
    """The error shape, as JSON."""
    return {"error": {"code": code, "message": message, "details": details, "request_id": request_id}}


def exception_handler(error: Exception, context: Mapping[str, object]) -> Response | None:
    """Turn any exception that leaves a view into the error shape; None lets Django answer 500."""
    request_id = request_id_of(context["request"])
    if isinstance(error, DomainError):
        return _respond(error.status, error.code, error.message, error.details, request_id)
    if isinstance(error, Http404):
        return _respond(404, "not_found", "There is nothing here.", {}, request_id)
    if isinstance(error, PermissionDenied):
        return _respond(403, "forbidden", "You may not do this.", {}, request_id)
    if isinstance(error, RequestDataTooBig):
        return _respond(413, "body_too_large", "The body is larger than this server takes.", {}, request_id)
    if isinstance(error, rest.APIException):
        code = _CODES.get(error.status_code, "error")
        return _respond(error.status_code, code, str(error.detail), {}, request_id)
    log.exception("request %s failed", request_id)
    return _respond(500, "internal", "Something failed on our side; nothing was stored.", {}, request_id)


def _respond(status: int, code: str, message: str, details: JsonObject, request_id: str) -> Response:
    response = Response(body_of(code, message, details, request_id), status=status)
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    if "retry_after" in details:
        response["Retry-After"] = str(details["retry_after"])
    return response


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Django's 404 for an unknown address, in the error shape."""
    body = body_of("not_found", "There is no such address.", {}, request_id_of(request))
    return JsonResponse(body, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's 500, in the error shape."""
    body = body_of("internal", "Something failed on our side; nothing was stored.", {}, request_id_of(request))
    return JsonResponse(body, status=500)
