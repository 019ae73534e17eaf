"""What every language model looks like to the rest of the product."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from kernel.types import JsonObject

# Roughly right for English and code; used only where a server does not count for us.
CHARACTERS_PER_TOKEN = 4


class Role(StrEnum):
    """Who speaks in a conversation with a model."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class FinishReason(StrEnum):
    """Why a model stopped writing, in one vocabulary for all servers."""

    STOP = "stop"
    LENGTH = "length"
    FILTERED = "filtered"
    OTHER = "other"


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """One turn of a conversation with a model."""

    role: Role
    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelRequest:
    """Everything a model needs to write one reply; a deadline may only shorten the server's own."""

    messages: tuple[Message, ...]
    stop: tuple[str, ...] = ()
    max_tokens: int = 4096
    temperature: float | None = None
    response_schema: JsonObject | None = None
    deadline_seconds: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenUsage:
    """Tokens of one or many calls; `cached` is part of `input`, `reasoning` is part of `output`."""

    input: int = 0
    output: int = 0
    cached: int = 0
    reasoning: int = 0

    @property
    def total(self) -> int:
        """Return the tokens read and written together."""
        return self.input + self.output

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            input=self.input + other.input,
            output=self.output + other.output,
            cached=self.cached + other.cached,
            reasoning=self.reasoning + other.reasoning,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelReply:
    """A whole reply; `usage_is_estimated` when the server did not count its tokens."""

    text: str
    finish_reason: FinishReason
    usage: TokenUsage
    model: str
    usage_is_estimated: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class TextDelta:
    """The next piece of a reply that is still being written."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplyDone:
    """The last thing a stream yields: the same reply that `complete` would have returned."""

    reply: ModelReply


Delta = TextDelta | ReplyDone


class LanguageModel(Protocol):
    """A model that answers a conversation; failures are `ModelError`s."""

    @property
    def name(self) -> str:
        """Return the name of the model as its server knows it."""
        ...

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the whole reply."""
        ...

    def stream(self, request: ModelRequest) -> Iterator[Delta]:
        """Yield the reply piece by piece, ending with exactly one `ReplyDone`."""
        ...

    def close(self) -> None:
        """Close what is kept open between calls."""
        ...


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a text has, rounded up."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def estimate_usage(request: ModelRequest, text: str) -> TokenUsage:
    """Return a usage for a server that reports none, so that budgets still bind."""
    read = sum(estimate_tokens(message.content) for message in request.messages)
    return TokenUsage(input=read, output=estimate_tokens(text))
