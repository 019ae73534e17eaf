"""Messages over a pipe: four bytes of length, then JSON."""

from __future__ import annotations

import json
import os
import select
import struct
import time

from apps.sandbox.runtime import json_types
from apps.sandbox.runtime.errors import WorkerLost
from apps.sandbox.runtime.json_types import JsonObject

HEADER = struct.Struct("<I")
MAX_MESSAGE_BYTES = 512 << 20
PIECE_BYTES = 1 << 20


def encode(message: JsonObject) -> bytes:
    """Return a message's bytes."""
    data = json.dumps(message).encode()
    return HEADER.pack(len(data)) + data


class BlockingPipe:
    """The child's side: waits for ever, for there is nothing else to do."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    def send(self, message: JsonObject) -> None:
        left = memoryview(encode(message))
        while left:
            left = left[os.write(self._outgoing, left) :]

    def receive(self) -> JsonObject:
        """Return the next message; EOFError when the parent has gone."""
        (length,) = HEADER.unpack(self._read(HEADER.size))
        message: JsonObject = json.loads(self._read(length))
        return message

    def _read(self, count: int) -> bytearray:
        data = bytearray()
        while len(data) < count:
            piece = os.read(self._incoming, min(PIECE_BYTES, count - len(data)))
            if not piece:
                raise EOFError
            data += piece
        return data


class WatchedPipe:
    """The parent's side: never waits past a moment, and believes nothing it reads."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        os.set_blocking(incoming, False)
        os.set_blocking(outgoing, False)

    def send(self, message: JsonObject, *, until: float) -> None:
        """Send a message; WorkerLost if the child does not take it by then (time.monotonic)."""
        left = memoryview(encode(message))
        while left:
            try:
                left = left[os.write(self._outgoing, left) :]
            except BlockingIOError:
                _wait(self._outgoing, select.POLLOUT, until)
            except OSError as error:
                raise WorkerLost("the sandbox process has died") from error

    def receive(self, *, until: float) -> JsonObject:
        """Return the next message; WorkerLost if it does not come by then or makes no sense."""
        (length,) = HEADER.unpack(self._read(HEADER.size, until))
        if length > MAX_MESSAGE_BYTES:
            raise WorkerLost("the sandbox process sent too much")
        try:
            return json_types.parse_object(self._read(length, until).decode())
        except ValueError as error:
            raise WorkerLost("the sandbox process sent something unreadable") from error

    def _read(self, count: int, until: float) -> bytearray:
        data = bytearray()
        while len(data) < count:
            try:
                piece = os.read(self._incoming, min(PIECE_BYTES, count - len(data)))
            except BlockingIOError:
                _wait(self._incoming, select.POLLIN, until)
                continue
            except OSError as error:
                raise WorkerLost("the sandbox process has died") from error
            if not piece:
                raise WorkerLost("the sandbox process has died")
            data += piece
        return data


def _wait(descriptor: int, event: int, until: float) -> None:
    poll = select.poll()  # not select(): a busy server has descriptors above its limit of 1,024
    poll.register(descriptor, event)
    left = until - time.monotonic()
    if left <= 0 or not poll.poll(left * 1000):
        raise WorkerLost("the sandbox process did not answer in time")
