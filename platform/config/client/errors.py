"""What can go wrong between a command and its instance."""

from __future__ import annotations


class ClientError(Exception):
    """Something a person can act on; the message says how."""


class ApiError(ClientError):
    """The instance refused: a stable code, a sentence, and the id to quote."""

    def __init__(self, *, status: int, code: str, message: str, request_id: str) -> None:
        super().__init__(f"{code}: {message}" + (f" (request {request_id})" if request_id else ""))
        self.status = status
        self.code = code
        self.message = message
        self.request_id = request_id
