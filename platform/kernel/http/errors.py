"""The one place where an exception becomes a response."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
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
        return _refuse(error, request_id)
    status, code, message = _known(error)
    if status == 500:
        log.exception("request %s failed", request_id)
    return Response(body_of(code, message, {}, request_id), status=status)


def _refuse(refusal: DomainError, request_id: str) -> Response:
    body = body_of(refusal.code, refusal.message, refusal.details, request_id)
    response = Response(body, status=refusal.status)
    if refusal.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    if "retry_after" in refusal.details:
        response["Retry-After"] = str(refusal.details["retry_after"])
    return response


def _known(error: Exception) -> tuple[int, str, str]:
    """Status, code and message of an exception that is not ours."""
    match error:
        case Http404():
            return 404, "not_found", "There is nothing here."
        case PermissionDenied():
            return 403, "forbidden", "You may not do this."
        case RequestDataTooBig():
            return 413, "body_too_large", "The body is larger than this server takes."
        case SuspiciousOperation():
            return 400, "invalid_request", "The request cannot be served as it stands."
        case rest.APIException():
            return error.status_code, _CODES.get(error.status_code, "error"), str(error.detail)
        case _:
            return 500, "internal", "Something failed on our side; nothing was stored."


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Django's 400 (a Host that is not ours, a malformed header, too large a body), in the error shape."""
    status, code, message = _known(exception if isinstance(exception, SuspiciousOperation) else SuspiciousOperation())
    return JsonResponse(body_of(code, message, {}, request_id_of(request)), status=status)


def csrf_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's answer to a write without the page's CSRF token, in the error shape."""
    body = body_of("forbidden", f"The CSRF check failed: {reason}", {}, request_id_of(request))
    return JsonResponse(body, status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Django's 404 for an unknown address, in the error shape."""
    body = body_of("not_found", "There is no such address.", {}, request_id_of(request))
    return JsonResponse(body, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's 500, in the error shape."""
    body = body_of("internal", "Something failed on our side; nothing was stored.", {}, request_id_of(request))
    return JsonResponse(body, status=500)
