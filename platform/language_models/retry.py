"""Short, jittered, classified retries around any model.

A wait that would be long is not slept through: the error goes up with its `retry_after`, so that
a worker can put the job back and do something else meanwhile.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

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

    def close(self) -> None:
        """Close what the model behind keeps open."""
        self._model.close()

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the whole reply, or raise the last error."""
        patience = _Patience(self._policy, self._around, request)
        while True:
            try:
                return self._model.complete(patience.request())
            except ModelError as error:
                patience.wait_after(error)

    def stream(self, request: ModelRequest) -> Iterator[Delta]:
        """Yield the reply; retried only until its first piece, so that no text comes twice."""
        patience = _Patience(self._policy, self._around, request)
        begun = False
        while True:
            try:
                for delta in self._model.stream(patience.request()):
                    begun = True
                    yield delta
            except ModelError as error:
                if begun:
                    raise
                patience.wait_after(error)
            else:
                return


class _Patience:
    """The attempts and the time that one request has left."""

    def __init__(self, policy: RetryPolicy, around: Surroundings, request: ModelRequest) -> None:
        self._policy = policy
        self._around = around
        self._request = request
        self._started = around.clock()
        self._attempt = 1

    def request(self) -> ModelRequest:
        """Return the request with the time it has left."""
        deadline = self._request.deadline_seconds
        if deadline is None:
            return self._request
        return replace(self._request, deadline_seconds=max(0.0, deadline - self._waited()))

    def wait_after(self, error: ModelError) -> None:
        """Sleep before the next attempt, or raise the error when there should be none."""
        self._attempt += 1
        if not error.retryable or self._attempt > self._policy.attempts:
            raise error
        wait = self._policy.wait_before(self._attempt, luck=self._around.luck())
        wait = max(wait, error.retry_after or 0.0)
        too_late = self._waited() + wait >= self._most()
        if wait > self._policy.longest_wait or too_late:
            raise error
        self._around.sleep(wait)

    def _waited(self) -> float:
        return self._around.clock() - self._started

    def _most(self) -> float:
        deadline = self._request.deadline_seconds
        most = self._policy.give_up_after
        return most if deadline is None else min(most, deadline)
