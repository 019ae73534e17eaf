"""Reads a model server's refusal: which error is it, and does it name a parameter to leave out?"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from language_models.errors import (
    AuthFailed,
    BadRequest,
    ContextTooLong,
    ModelError,
    QuotaExhausted,
    RateLimited,
    Timeout,
    Unavailable,
)

MAX_MESSAGE = 500
TOO_LONG = re.compile(
    r"context[_ ](length|window|size)|prompt is too long|too many tokens|exceeds? the available context",
    re.IGNORECASE,
)
NO_CREDIT = re.compile(r"insufficient_quota|credit balance|billing_error|payment", re.IGNORECASE)
UNSUPPORTED = re.compile(
    r"unsupported|not support|n't support|unrecognized|unrecognised|unknown|not allowed"
    r"|not permitted|unexpected|extra inputs|deprecated",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """An answer that was not a success. Header names are lower case."""

    status: int
    body: str
    headers: dict[str, str]


def error_for(refusal: Refusal) -> ModelError:
    """Return the error that tells a caller what to do about this refusal."""
    message = f"the model server answered {refusal.status}: {_message(refusal.body)}"
    kind = _kind(refusal.status, refusal.body)
    return kind(message, retry_after=_retry_after(refusal.headers) if kind.retryable else None)


def find_unsupported(message: str, parameters: Iterable[str]) -> str | None:
    """Return the first of our parameters that a refusal names as one the server cannot take."""
    if not UNSUPPORTED.search(message):
        return None
    named = ((re.search(rf"(?<![\w-]){re.escape(name)}(?!\w)", message), name) for name in parameters)
    found = sorted((match.start(), name) for match, name in named if match)
    return found[0][1] if found else None


def _kind(status: int, body: str) -> type[ModelError]:  # noqa: PLR0911 - a table read from the top
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return QuotaExhausted if NO_CREDIT.search(body) else RateLimited
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return AuthFailed
    if status == HTTPStatus.PAYMENT_REQUIRED:
        return QuotaExhausted
    if status in (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.GATEWAY_TIMEOUT):
        return Timeout
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.CONFLICT:
        return Unavailable
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE or TOO_LONG.search(body):
        return ContextTooLong
    return QuotaExhausted if NO_CREDIT.search(body) else BadRequest


def _message(body: str) -> str:
    """Return the human part of an error body, whatever shape the server gave it."""
    try:
        found: object = json.loads(body)
    except ValueError:
        found = body
    for key in ("error", "message", "detail"):
        if isinstance(found, dict) and key in found:
            found = found[key]
    text = found if isinstance(found, str) else json.dumps(found)
    parameter = _parameter(body)
    return (f"{text} (param: {parameter})" if parameter else text)[:MAX_MESSAGE]


def _parameter(body: str) -> str | None:
    match = re.search(r'"param"\s*:\s*"([\w.]{1,60})"', body)
    return match.group(1) if match else None


def _retry_after(headers: dict[str, str]) -> float | None:
    """Return the wait a server asks for, in seconds; a date counts from the server's own clock."""
    if (asked := headers.get("retry-after-ms", "")).isdigit():
        return int(asked) / 1000
    asked = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", asked):
        return float(asked)
    try:
        wait = parsedate_to_datetime(asked) - parsedate_to_datetime(headers.get("date", ""))
    except (TypeError, ValueError):
        return None
    return max(0.0, wait.total_seconds())
