"""asyncio without sockets: `asyncio.run`, tasks, timers and queues work; waiting for the outside does not."""

from __future__ import annotations

import asyncio
import asyncio.base_events
import asyncio.events
import time


class TimerLoop(asyncio.base_events.BaseEventLoop):
    """An event loop whose only outside event is the passing of time."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, timeout: float | None) -> list[object]:
        if timeout is None:
            raise RuntimeError("this await can never finish: nothing is left that could wake it")
        if timeout > 0:
            time.sleep(timeout)
        return []

    def _process_events(self, events: list[object]) -> None:
        """Nothing to do: select never reports an event."""

    def _write_to_self(self) -> None:
        """Nothing to wake: there is one thread."""


class TimerLoopPolicy:
    """Hands out timer loops; has the methods that asyncio asks a policy for."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def get_event_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            raise RuntimeError("there is no current event loop")
        return self._loop

    def set_event_loop(self, loop: asyncio.AbstractEventLoop | None) -> None:
        self._loop = loop

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return TimerLoop()


def install() -> None:
    """Make asyncio use timer loops. Python 3.14 deprecates policies, hence the private name."""
    vars(asyncio.events)["_event_loop_policy"] = TimerLoopPolicy()
