"""A worker beside the tests of memory."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread

import pytest
from django.db import connections

from tests.support.queue import RunQueue


@pytest.fixture
def worker(run_queue: RunQueue) -> Iterator[RunQueue]:
    """Runs the tasks that are sent, on a thread with a connection of its own."""
    done = Event()

    def work() -> None:
        while not done.wait(0.01):
            run_queue()
        connections.close_all()

    thread = Thread(target=work)
    thread.start()
    yield run_queue
    done.set()
    thread.join()
