"""Remembers which optional parameters a model's server cannot take.

Guessing it from the model's name breaks with each new model family; the server's own refusal
does not.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

from language_models.errors import BadRequest
from language_models.refusals import find_unsupported

Sent = TypeVar("Sent")


class Omissions:
    """The optional parameters one client leaves out: each costs one refused request, once."""

    def __init__(self, optional: frozenset[str]) -> None:
        self._optional = optional
        # replaced, never changed in place: threads that share a client see old or new, both whole
        self._left_out: frozenset[str] = frozenset()

    def call(self, send: Callable[[frozenset[str]], Sent]) -> Sent:
        """Return what `send` returns, asking again without a parameter the server refuses."""
        while True:
            left_out = self._left_out
            try:
                return send(left_out)
            except BadRequest as error:
                self._learn(error, left_out)

    def stream(self, send: Callable[[frozenset[str]], Iterator[Sent]]) -> Iterator[Sent]:
        """Yield what `send` yields; a refusal comes before the first piece, so none is repeated."""
        while True:
            left_out = self._left_out
            try:
                yield from send(left_out)
            except BadRequest as error:
                self._learn(error, left_out)
            else:
                return

    def _learn(self, error: BadRequest, left_out: frozenset[str]) -> None:
        named = find_unsupported(error.message, self._optional - left_out)
        if named is None:
            raise error
        self._left_out = self._left_out | left_out | {named}
