"""A small HTTP client that goes through the whole of the application, middleware included."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http.response import HttpResponseBase
from django.test import Client as DjangoClient


class Answer(NamedTuple):
    """What came back."""

    status: int
    body: Any  # JSON that a test looks into; a wrong guess fails the test by itself
    headers: Mapping[str, str]


class Client:
    """Sends JSON with fixed headers. A header may be added to one request: `if_match="3"`."""

    def __init__(self, *, headers: Mapping[str, str] | None = None) -> None:
        self.headers = dict(headers or {})
        # an address of its own, since limits on logging in are counted for each address
        self.django = DjangoClient(
            enforce_csrf_checks=True,
            raise_request_exception=False,
            REMOTE_ADDR=f"10.{secrets.randbelow(256)}.{secrets.randbelow(256)}.{secrets.randbelow(256)}",
        )

    def get(self, path: str, **headers: str) -> Answer:
        """GET."""
        return self.send("GET", path, **headers)

    def post(self, path: str, body: object = None, **headers: str) -> Answer:
        """POST a JSON body; bytes go as they are."""
        return self.send("POST", path, body, **headers)

    def patch(self, path: str, body: object = None, **headers: str) -> Answer:
        """PATCH with a JSON body."""
        return self.send("PATCH", path, body, **headers)

    def delete(self, path: str, body: object = None, **headers: str) -> Answer:
        """DELETE, with a JSON body if there is one."""
        return self.send("DELETE", path, body, **headers)

    def send(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """Any method."""
        return answer_of(self.open(method, path, body, **headers))

    def open(self, method: str, path: str, body: object = None, **headers: str) -> HttpResponseBase:
        """The response itself, unread: for streams."""
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        return self.django.generic(method, path, content, content_type="application/json", headers=self._all(headers))

    def upload(self, path: str, fields: Mapping[str, object], **headers: str) -> Answer:
        """POST a multipart form; a field that is an open file is uploaded."""
        return answer_of(self.django.post(path, dict(fields), headers=self._all(headers)))

    def _all(self, headers: Mapping[str, str]) -> dict[str, str]:
        own = {name.replace("_", "-"): value for name, value in headers.items()}
        return {**self.headers, **own}


class MemberClient(Client):
    """A browser: its cookies persist, and its writes carry the CSRF token of its cookie."""

    def _all(self, headers: Mapping[str, str]) -> dict[str, str]:
        token = self.django.cookies.get("csrftoken")
        carried = {"X-CSRFToken": token.value} if token else {}
        return {**carried, **super()._all(headers)}


def answer_of(response: HttpResponseBase) -> Answer:
    """Read a response to its end."""
    content = b"".join(response) if response.streaming else getattr(response, "content", b"")
    response.close()
    headers = dict(response.items())
    if "json" in headers.get("Content-Type", "") and content:
        return Answer(response.status_code, json.loads(content), headers)
    return Answer(response.status_code, content.decode() or None, headers)
