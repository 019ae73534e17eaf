"""Every refusal the product can give, as a tree of stable codes.

DomainError
├── InvalidInput        400
├── Unauthenticated     401
├── PaymentRequired     402
├── Forbidden           403
├── NotFound            404
├── Conflict            409
├── PreconditionFailed  412
├── TooManyRequests     429
└── Unavailable         503
"""

from __future__ import annotations

from typing import ClassVar

from kernel.types import JsonObject, JsonValue


class DomainError(Exception):
    """A refusal with a stable code, a sentence for a person, and data for a program."""

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 500

    def __init__(self, message: str, **details: JsonValue) -> None:
        super().__init__(message)
        self.message = message
        self.details: JsonObject = details


class InvalidInput(DomainError):
    """The request cannot be understood as it stands."""

    code = "invalid_input"
    status = 400


class Unauthenticated(DomainError):
    """Nobody is known to be asking."""

    code = "unauthenticated"
    status = 401


class PaymentRequired(DomainError):
    """A quota, cap or credit is used up."""

    code = "payment_required"
    status = 402


class Forbidden(DomainError):
    """The actor is known and may not do this."""

    code = "forbidden"
    status = 403


class NotFound(DomainError):
    """No such thing for this actor: an unknown id and a stranger's id look the same."""

    code = "not_found"
    status = 404


class Conflict(DomainError):
    """The request contradicts the present state."""

    code = "conflict"
    status = 409


class PreconditionFailed(DomainError):
    """The caller's version of the thing is out of date."""

    code = "stale_version"
    status = 412


class TooManyRequests(DomainError):
    """Asked too fast; `retry_after` (seconds) says when to try again."""

    code = "too_many_requests"
    status = 429


class Unavailable(DomainError):
    """A part that this needs does not answer now."""

    code = "unavailable"
    status = 503
