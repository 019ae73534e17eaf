"""A model that needs no key and no network: its replies are written in advance."""

import threading
from collections.abc import Callable, Iterator, Sequence

from language_models.errors import BadRequest, ModelError
from language_models.port import (
    Delta,
    FinishReason,
    ModelReply,
    ModelRequest,
    ReplyDone,
    TextDelta,
    estimate_usage,
)

NAME = "scripted"
Script = Callable[[ModelRequest], str]
Line = str | ModelReply | ModelError


class ScriptedModel:
    """Replies from a list, in order, or from a function of the conversation.

    It remembers the requests it was sent, and never pretends to be a language model: its name
    says what it is.
    """

    def __init__(self, script: Script | Sequence[Line]) -> None:
        self.name = NAME
        self.requests: list[ModelRequest] = []
        self._script = script
        self._lock = threading.Lock()

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the next reply of the script, or raise the error written in its place."""
        line = self._next_line(request)
        if isinstance(line, ModelError):
            raise line
        return line if isinstance(line, ModelReply) else _reply(request, line)

    def stream(self, request: ModelRequest) -> Iterator[Delta]:
        """Yield the next reply line by line."""
        reply = self.complete(request)
        for piece in reply.text.splitlines(keepends=True):
            yield TextDelta(text=piece)
        yield ReplyDone(reply=reply)

    def close(self) -> None:
        """Do nothing: a script keeps nothing open."""

    def _next_line(self, request: ModelRequest) -> Line:
        with self._lock:
            self.requests.append(request)
            turn = len(self.requests)
        if callable(self._script):
            return self._script(request)
        if turn > len(self._script):
            raise BadRequest(f"the script has only {len(self._script)} replies")
        return self._script[turn - 1]


def _reply(request: ModelRequest, text: str) -> ModelReply:
    return ModelReply(
        text=text,
        finish_reason=FinishReason.STOP,
        usage=estimate_usage(request, text),
        model=NAME,
        usage_is_estimated=True,
    )
