"""What can go wrong between us and a model, sorted by what a caller can do about it."""

from typing import ClassVar


class ModelError(Exception):
    """A model call failed; `code` is stable, the message is for people."""

    code: ClassVar[str] = "model_error"
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.retry_after = retry_after


class Unavailable(ModelError):
    """The server is down, overloaded, unreachable, or answered nonsense."""

    code = "model_unavailable"
    retryable = True


class RateLimited(ModelError):
    """The server asks to slow down; `retry_after` says for how many seconds, if it told."""

    code = "model_rate_limited"
    retryable = True


class Timeout(ModelError):
    """No whole reply came in time."""

    code = "model_timeout"
    retryable = True


class BadRequest(ModelError):
    """The server understood us and refused; asking again the same way is pointless."""

    code = "model_bad_request"


class AuthFailed(ModelError):
    """The key is missing, wrong, or not allowed to use this model."""

    code = "model_auth_failed"


class QuotaExhausted(ModelError):
    """The account behind the key has no credit; waiting a little will not bring it back."""

    code = "model_quota_exhausted"


class ContextTooLong(ModelError):
    """The conversation does not fit the model; a shorter one may."""

    code = "model_context_too_long"
