"""A stateful stand-in for model servers, on the loopback: OpenAI's and Anthropic's dialects.

It answers from a queue of turns and keeps what it received. It can refuse any number of times,
object to parameters until they are left out, cut a stream, drip a body, or stay silent.
"""

import json
import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

from kernel.types import JsonObject
from tests.fakes.models import dialects
from tests.fakes.models.dialects import Dialect, Says


@dataclass(frozen=True, kw_only=True, slots=True)
class Refuses:
    """An answer that is no success."""

    status: int
    message: str = "no"
    param: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Misbehaves:
    """A success that goes wrong: `cut_after` pieces the connection drops, or it drips slowly."""

    says: Says
    cut_after: int | None = None
    seconds_between_pieces: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Raw:
    """A body sent as it is, with status 200."""

    body: bytes


Turn = Says | Refuses | Misbehaves | Raw


@dataclass(frozen=True, kw_only=True, slots=True)
class Received:
    """A request as it arrived; header names are lower case."""

    path: str
    headers: dict[str, str]
    body: JsonObject


class ModelServer:
    """Use as a context manager; `url` is where it listens."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.turns: deque[Turn] = deque()
        self.unsupported: set[str] = set()
        self.omits_usage = False
        self._stopping = threading.Event()
        self._http = _Listener(self)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        """Return the address without a path."""
        return f"http://127.0.0.1:{self._http.server_port}"

    def will(self, *turns: Turn) -> None:
        """Queue what to answer next."""
        self.turns.extend(turns)

    def pause(self, seconds: float) -> None:
        """Wait, but not longer than the server lives."""
        self._stopping.wait(seconds)

    def next_turn(self, body: JsonObject) -> Turn:
        """Return the answer to a request: an objection to a parameter comes before the queue."""
        for name in sorted(self.unsupported & body.keys()):
            message = f"Unsupported parameter: '{name}' is not supported with this model."
            return Refuses(status=400, message=message, param=name)
        return self.turns.popleft() if self.turns else Refuses(status=500, message="nothing queued")

    def __enter__(self) -> "ModelServer":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


class _Listener(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(self, owner: ModelServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.owner = owner


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Listener

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        owner = self.server.owner
        owner.received.append(Received(path=self.path, headers=headers, body=body))
        # one answer per connection: a dropped connection must not disturb the next request
        self.close_connection = True
        match owner.next_turn(body):
            case Refuses() as refusal:
                self._refuse(refusal)
            case Raw(body=raw):
                self._send(200, [raw])
            case Says() as says:
                self._say(Misbehaves(says=says), body)
            case Misbehaves() as turn:
                self._say(turn, body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""

    def _dialect(self) -> Dialect:
        return dialects.ANTHROPIC if self.path == "/v1/messages" else dialects.OPENAI

    def _refuse(self, refusal: Refuses) -> None:
        body = self._dialect().refusal(refusal.status, refusal.message, refusal.param)
        self._send(refusal.status, [json.dumps(body).encode()], refusal.headers)

    def _say(self, turn: Misbehaves, body: JsonObject) -> None:
        counts = not self.server.owner.omits_usage
        if body.get("stream"):
            pieces = [piece.encode() for piece in self._dialect().pieces(turn.says, counts)]
        else:
            whole = json.dumps(self._dialect().whole(turn.says, counts), ensure_ascii=False).encode()
            pieces = [whole[at : at + 64] for at in range(0, len(whole), 64)]
        self._send(200, self._in_time(turn, pieces), whole=turn.cut_after is None)

    def _in_time(self, turn: Misbehaves, pieces: list[bytes]) -> Iterator[bytes]:
        for piece in pieces[: turn.cut_after]:
            yield piece
            self.server.owner.pause(turn.seconds_between_pieces)

    def _send(
        self,
        status: int,
        pieces: Iterator[bytes] | list[bytes],
        headers: dict[str, str] | None = None,
        *,
        whole: bool = True,
    ) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            for piece in pieces:
                self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            if whole:
                self.wfile.write(b"0\r\n\r\n")
        except OSError:
            # the client has given up on us, which some tests are about
            return
