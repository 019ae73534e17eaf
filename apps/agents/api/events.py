"""Server-sent events of a run: its steps and itself, each time they change.

The server has a thread for each request and a stream keeps one for long, so a process serves few
at a time. A stream asks the database now and then and holds no connection in between.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.http import StreamingHttpResponse
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from apps.agents import selectors
from apps.agents.api.schemas import RunOut, StepOut
from apps.agents.errors import TooManyStreams
from apps.agents.types import State
from kernel.actors import Actor
from kernel.errors import InvalidInput
from kernel.http.schemas import Out
from kernel.http.slow import SlowPlace, TooBusy
from kernel.tenancy import tenant_scope

MOST_STREAMS = 8
RETRY_SECONDS = 5
LOOK_SECONDS = 0.25
QUIET_SECONDS = 5.0
"""After so long without an event a comment is sent: it keeps the line alive, and finds out that a client has gone."""
LONGEST_SECONDS = 900.0
"""Then the stream ends; a client comes back with Last-Event-ID and misses nothing."""

_slots = threading.BoundedSemaphore(MOST_STREAMS)


class Slot:
    """The right to stream; taken at once, released once."""

    def __init__(self) -> None:
        if not _slots.acquire(blocking=False):
            raise TooManyStreams(
                f"This process already serves {MOST_STREAMS} event streams.", retry_after=RETRY_SECONDS
            )
        try:
            self._place = SlowPlace()
        except TooBusy:
            _slots.release()
            raise
        self._taken = True

    def release(self) -> None:
        """Let another stream begin; again changes nothing."""
        if self._taken:
            self._taken = False
            self._place.release()
            _slots.release()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Changes:
    """What has changed since the last look."""

    events: tuple[str, ...]
    revision: int
    is_over: bool


class RunEvents:
    """The event stream of one run; the server closes it when the client has gone."""

    def __init__(self, slot: Slot, actor: Actor, run_id: UUID, *, after: int) -> None:
        self._slot = slot
        self._actor = actor
        self._run_id = run_id
        self._after = after
        self._pieces = self._stream()

    def __iter__(self) -> Iterator[bytes]:
        """The stream itself."""
        return self

    def __next__(self) -> bytes:
        """The next piece; the slot is free again after the last."""
        try:
            return next(self._pieces)
        except BaseException:
            self._slot.release()
            raise

    def close(self) -> None:
        """End the stream early."""
        self._slot.release()

    def _stream(self) -> Iterator[bytes]:
        ends_at = time.monotonic() + LONGEST_SECONDS
        spoke_at = time.monotonic()
        yield b"retry: 2000\n\n"
        while time.monotonic() < ends_at:
            changes = self._look()
            if changes.events:
                spoke_at, self._after = time.monotonic(), changes.revision
                yield "".join(changes.events).encode()
            if changes.is_over:
                return
            if time.monotonic() - spoke_at >= QUIET_SECONDS:
                spoke_at = time.monotonic()
                yield b": still here\n\n"
            time.sleep(LOOK_SECONDS)

    def _look(self) -> _Changes:
        try:
            with tenant_scope(self._actor.tenant_id):
                return self._find_changes()
        finally:
            connection.close()

    def _find_changes(self) -> _Changes:
        run = selectors.get_run(self._actor, self._run_id)
        is_over = State(run.state).is_over
        if run.revision <= self._after and not is_over:
            return _Changes(events=(), revision=self._after, is_over=False)
        steps = selectors.list_steps(run, after_revision=self._after)
        events = [_event("step", described.step.revision, StepOut.of(described)) for described in steps]
        [described_run] = selectors.describe_runs([run])
        # the end is told to whoever asks: its own event may have been lost on the way
        events.append(_event("run", run.revision, RunOut.of(described_run)))
        return _Changes(events=tuple(events), revision=run.revision, is_over=is_over)


def respond(slot: Slot, actor: Actor, run_id: UUID, *, after: int = -1) -> StreamingHttpResponse:
    """A streaming response; releases the slot when it ends."""
    response = StreamingHttpResponse(RunEvents(slot, actor, run_id, after=after), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"  # nginx would keep events back until its buffer is full
    return response


def read_last_event_id(request: Request) -> int:
    """The revision after which to go on; -1 without the header."""
    text = request.headers.get("Last-Event-ID", "").strip()
    if not text:
        return -1
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InvalidInput("Last-Event-ID must be the id of an event of this stream.", header="Last-Event-ID")
    return int(text)


class AnyAccept(DefaultContentNegotiation):
    """Takes every Accept header: browsers ask for text/event-stream, errors are JSON all the same."""

    def select_renderer(  # type: ignore[override]
        self, request: Request, renderers: list[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The first renderer."""
        return renderers[0], renderers[0].media_type


def _event(kind: str, revision: int, body: Out) -> str:
    # JSON on one line: a line break inside would end the field
    data = json.dumps(body.model_dump(mode="json"), ensure_ascii=False, separators=(",", ":"))
    return f"id: {revision}\nevent: {kind}\ndata: {data}\n\n"
