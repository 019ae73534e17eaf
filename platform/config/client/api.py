"""Requests to the instance; a refusal becomes an ApiError."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import TypeVar

import httpx

from config.client.connection import Connection
from config.client.errors import ApiError, ClientError
from kernel.types import JsonObject, JsonValue

PAGE = 200
TIMEOUT = httpx.Timeout(120, connect=10)


class Api:
    """An open connection; use it as a context manager."""

    def __init__(self, connection: Connection, *, transport: httpx.BaseTransport | None = None) -> None:
        headers = {"Authorization": f"Bearer {connection.key}"}
        self.url = connection.url
        try:
            # a local instance is reached directly, whatever proxy the environment names
            self._http = httpx.Client(
                base_url=connection.url, headers=headers, timeout=TIMEOUT, transport=transport, trust_env=False
            )
        except (httpx.InvalidURL, UnicodeEncodeError) as error:
            raise ClientError(f"The address or the key cannot be sent: {error}") from error

    def __enter__(self) -> Api:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def get(self, path: str, **parameters: str | int | None) -> JsonObject:
        """GET; parameters that are None stay away."""
        return self._send("GET", path, params=_given(parameters))

    def post(self, path: str, body: JsonObject) -> JsonObject:
        """POST a JSON body; fields that are None stay away."""
        return self._send("POST", path, json=_given(body))

    def upload(self, path: str, name: str, content: bytes, **fields: str | None) -> JsonObject:
        """POST a file as a form."""
        return self._send("POST", path, files={"file": (name, content)}, data=_given(fields))

    def delete(self, path: str, **parameters: str) -> JsonObject:
        """DELETE."""
        return self._send("DELETE", path, params=parameters)

    def pages(self, path: str, **parameters: str | int | None) -> Iterator[JsonObject]:
        """The pages of a list, from first to last."""
        cursor: JsonValue = ""
        while cursor is not None:
            page = self.get(path, limit=PAGE, cursor=str(cursor) or None, **parameters)
            yield page
            cursor = page.get("next_cursor")

    def _send(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, str | int] | None = None,
        json: JsonObject | None = None,
        files: Mapping[str, tuple[str, bytes]] | None = None,
        data: Mapping[str, str] | None = None,
    ) -> JsonObject:
        try:
            response = self._http.request(method, path, params=params, json=json, files=files, data=data)
        except httpx.ConnectError as error:
            remedy = "start the instance with infra/up, or name another with --url"
            raise ClientError(f"Nothing answers at {self.url}: {remedy}.") from error
        except httpx.HTTPError as error:
            raise ClientError(f"{self.url} broke off: {error or type(error).__name__}.") from error
        return read_answer(response)


def read_answer(response: httpx.Response) -> JsonObject:
    """The JSON object of a response; raises ApiError for a refusal and for anything that is not ours."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if response.is_success and isinstance(body, dict):
        return body
    match body:
        case {"error": {"code": str(code), "message": str(message), "request_id": str(request_id)}}:
            raise ApiError(status=response.status_code, code=code, message=message, request_id=request_id)
    message = f"{response.url} answered {response.status_code} and not in our format: is it an Enfilade instance?"
    raise ApiError(status=response.status_code, code=f"http_{response.status_code}", message=message, request_id="")


Value = TypeVar("Value")


def _given(values: Mapping[str, Value | None]) -> dict[str, Value]:
    return {name: value for name, value in values.items() if value is not None}
