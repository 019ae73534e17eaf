"""HTTP with a model server: one deadline for the whole reply, bounded size, server-sent events."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import httpx

from kernel.types import JsonObject
from language_models.errors import AuthFailed, Timeout, Unavailable
from language_models.refusals import Refusal, error_for

MAX_REPLY_BYTES = 16 * 1024 * 1024
MAX_ERROR_BYTES = 64 * 1024
MAX_LINE_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, kw_only=True, slots=True)
class Server:
    """Where a model lives. The deadline covers a whole reply, however slowly it drips."""

    base_url: str
    api_key: str = field(default="", repr=False)
    connect_seconds: float = 10.0
    silence_seconds: float = 120.0
    deadline_seconds: float = 300.0

    def seconds_for(self, asked: float | None) -> float:
        """Return how long one reply may take: the server's deadline, or less if less was asked."""
        return self.deadline_seconds if asked is None else min(asked, self.deadline_seconds)

    def timeout(self, seconds: float) -> httpx.Timeout:
        """Return the limits httpx enforces by itself: connecting, and silence between bytes."""
        silence = min(self.silence_seconds, seconds)
        return httpx.Timeout(silence, connect=min(self.connect_seconds, silence))


class Wire:
    """Posts JSON to one server and turns every failure into a `ModelError`."""

    def __init__(
        self,
        server: Server,
        *,
        headers: dict[str, str],
        transport: httpx.BaseTransport | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        if not (server.api_key.isascii() and server.api_key.isprintable()):
            # the HTTP library would refuse it too, and quote the whole key in its message
            raise AuthFailed("the key holds characters that no header can carry")
        self._server = server
        self._clock = clock or time.monotonic
        # redirects stay off: following one would carry the key to another host
        self._client = httpx.Client(headers=headers, transport=transport, follow_redirects=False)

    def close(self) -> None:
        """Close the connections that are kept open between calls."""
        self._client.close()

    def post(self, path: str, payload: JsonObject, *, within: float | None = None) -> bytes:
        """Return the body of a successful answer."""
        return _bounded(self._chunks(path, payload, within), MAX_REPLY_BYTES)

    def post_for_events(self, path: str, payload: JsonObject, *, within: float | None = None) -> Iterator[str]:
        """Yield the data of each server-sent event of a successful answer."""
        return events(lines(self._chunks(path, payload, within)))

    def _chunks(self, path: str, payload: JsonObject, within: float | None) -> Iterator[bytes]:
        seconds = self._server.seconds_for(within)
        give_up_at = self._clock() + seconds
        timeout = self._server.timeout(seconds)
        url = self._server.base_url.rstrip("/") + path
        try:
            with self._client.stream("POST", url, content=_encode(payload), timeout=timeout) as response:
                chunks = self._in_time(response.iter_bytes(), give_up_at)
                if response.status_code != httpx.codes.OK:
                    raise error_for(_refusal(response, chunks))
                yield from chunks
        except httpx.TimeoutException as error:
            raise Timeout("the model server did not answer in time") from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise Unavailable(f"the connection to the model server failed: {error}") from error
        except httpx.InvalidURL as error:
            raise Unavailable(f"the model server has no usable address: {error}") from error

    def _in_time(self, chunks: Iterator[bytes], give_up_at: float) -> Iterator[bytes]:
        for chunk in chunks:
            # httpx only limits the silence between bytes; a server that drips would hold us forever
            if self._clock() > give_up_at:
                raise Timeout("the model server was too slow to finish its reply")
            yield chunk


def lines(chunks: Iterator[bytes], *, longest: int = MAX_LINE_BYTES) -> Iterator[str]:
    """Yield the lines of a byte stream, split at LF and CRLF only.

    `str.splitlines` (and httpx's line reader) also split at U+2028 and other characters that may
    stand unescaped inside JSON, which would tear an event in two.
    """
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        if len(rest) > longest:
            raise Unavailable("the model server sent a line that never ends")
        for line in whole:
            yield line.removesuffix(b"\r").decode("utf-8", "replace")
    if rest:
        yield rest.decode("utf-8", "replace")


def events(source: Iterator[str]) -> Iterator[str]:
    """Yield the data of each complete server-sent event; comments and other fields are skipped."""
    data: list[str] = []
    for line in source:
        if line.startswith("data:"):
            data.append(line.removeprefix("data:").removeprefix(" "))
        elif not line and data:
            yield "\n".join(data)
            data = []
    if data:
        yield "\n".join(data)


def _encode(payload: JsonObject) -> bytes:
    return json.dumps(payload, ensure_ascii=False).encode("utf-8", "replace")


def _refusal(response: httpx.Response, chunks: Iterator[bytes]) -> Refusal:
    body = _bounded(chunks, MAX_ERROR_BYTES).decode("utf-8", "replace")
    return Refusal(status=response.status_code, body=body, headers=dict(response.headers))


def _bounded(chunks: Iterator[bytes], limit: int) -> bytes:
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > limit:
            raise Unavailable("the model server sent more than we are willing to read")
    return bytes(body)
