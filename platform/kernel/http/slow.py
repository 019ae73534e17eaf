"""Requests that keep a thread for seconds: only so many at once, that threads are left for all others."""

from __future__ import annotations

import threading
from types import TracebackType

from django.conf import settings

from kernel.errors import Unavailable

RETRY_SECONDS = 5

_places = threading.BoundedSemaphore(settings.SLOW_REQUESTS)


class TooBusy(Unavailable):
    """This process already serves as many long requests as it can."""

    code = "too_busy"


class SlowPlace:
    """The right to keep a thread for long; taken at once or refused with TooBusy, released once."""

    def __init__(self) -> None:
        if not _places.acquire(blocking=False):
            raise TooBusy("This process already serves as many long requests as it can.", retry_after=RETRY_SECONDS)
        self._taken = True

    def release(self) -> None:
        """Let another long request begin; again changes nothing."""
        if self._taken:
            self._taken = False
            _places.release()

    def __enter__(self) -> None:
        """The place is held already."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release it."""
        self.release()
