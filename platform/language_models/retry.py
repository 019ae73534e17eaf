"""Short, jittered, classified retries around any model.

A wait that would be long is not slept through: the error goes up with its `retry_after`, so that
a worker can put the job back and do something else meanwhile.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from language_models.errors import ModelError
from language_models.port import Delta, LanguageModel, ModelReply, ModelRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class RetryPolicy:
    """How often and how long we insist; seconds."""

    attempts: int = 4
    first_wait: float = 0.5
    longest_wait: float = 8.0
    give_up_after: float = 60.0

    def wait_before(self, attempt: int, *, luck: float) -> float:
        """Return the pause before an attempt (2, 3, …): doubling, spread by `luck` in [0, 1)."""
        full = min(self.longest_wait, self.first_wait * 2.0 ** (attempt - 2))
        return full * (0.5 + luck / 2)


@dataclass(frozen=True, kw_only=True, slots=True)
class Surroundings:
    """The outside world that retrying needs; tests bring their own."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    luck: Callable[[], float] = field(default=random.random)


class RetryingModel:
    """A model that is asked again when asking again may help."""

    def __init__(
        self,
        model: LanguageModel,
        *,
        policy: RetryPolicy | None = None,
        surroundings: Surroundings | None = None,
    ) -> None:
        self._model = model
        self._policy = policy or RetryPolicy()
        self._around = surroundings or Surroundings()

    @property
    def name(self) -> str:
        """Return the name of the model behind."""
        return self._model.name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the whole reply, or raise the last error."""
        started = self._around.clock()
        attempt = 1
        while True:
            try:
                return self._model.complete(request)
            except ModelError as error:
                attempt += 1
                self._pause(error, attempt, started)

    def stream(self, request: ModelRequest) -> Iterator[Delta]:
        """Yield the reply; retried only until its first piece, so that no text comes twice."""
        started = self._around.clock()
        attempt, begun = 1, False
        while True:
            try:
                for delta in self._model.stream(request):
                    begun = True
                    yield delta
            except ModelError as error:
                if begun:
                    raise
                attempt += 1
                self._pause(error, attempt, started)
            else:
                return

    def _pause(self, error: ModelError, attempt: int, started: float) -> None:
        """Sleep before the next attempt, or raise the error when there should be none."""
        if not error.retryable or attempt > self._policy.attempts:
            raise error
        wait = self._policy.wait_before(attempt, luck=self._around.luck())
        wait = max(wait, error.retry_after or 0.0)
        waited = self._around.clock() - started
        if wait > self._policy.longest_wait or waited + wait > self._policy.give_up_after:
            raise error
        self._around.sleep(wait)
