"""Messages over a pipe, and a parent that believes nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from apps.sandbox.runtime.errors import WorkerLost
from apps.sandbox.runtime.wire import HEADER, MAX_MESSAGE_BYTES, BlockingPipe, WatchedPipe


@dataclass(frozen=True, kw_only=True, slots=True)
class Ends:
    """Both ends of a conversation."""

    parent: WatchedPipe
    child: BlockingPipe
    child_writes: int


@pytest.fixture
def ends() -> Iterator[Ends]:
    """Two pipes, as parent and child hold them."""
    to_child, from_parent = os.pipe()
    to_parent, from_child = os.pipe()
    yield Ends(
        parent=WatchedPipe(to_parent, from_parent), child=BlockingPipe(to_child, from_child), child_writes=from_child
    )
    for descriptor in (to_child, from_parent, to_parent, from_child):
        os.close(descriptor)


def soon() -> float:
    """A moment to give up at."""
    return time.monotonic() + 0.1


def test_a_message_arrives_as_it_was_sent(ends: Ends) -> None:
    ends.parent.send({"do": "run", "code": "é"}, until=soon())
    assert ends.child.receive() == {"do": "run", "code": "é"}

    ends.child.send({"done": [1, None]})
    assert ends.parent.receive(until=soon()) == {"done": [1, None]}


def test_silence_is_a_lost_worker(ends: Ends) -> None:
    with pytest.raises(WorkerLost, match="in time"):
        ends.parent.receive(until=soon())


def test_a_child_that_does_not_read_is_a_lost_worker(ends: Ends) -> None:
    with pytest.raises(WorkerLost, match="in time"):
        ends.parent.send({"code": "x" * 1_000_000}, until=soon())


@pytest.mark.parametrize("body", [b"not json", b"[]", b"\xff\xfe", b'{"a": NaN}'])
def test_nonsense_is_a_lost_worker(ends: Ends, body: bytes) -> None:
    os.write(ends.child_writes, HEADER.pack(len(body)) + body)

    with pytest.raises(WorkerLost, match="unreadable"):
        ends.parent.receive(until=soon())


def test_a_claim_of_too_much_is_a_lost_worker(ends: Ends) -> None:
    os.write(ends.child_writes, HEADER.pack(MAX_MESSAGE_BYTES + 1))

    with pytest.raises(WorkerLost, match="too much"):
        ends.parent.receive(until=soon())
