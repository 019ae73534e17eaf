"""Anthropic's Messages API, over plain HTTP."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from kernel.types import JsonObject, JsonValue
from language_models.errors import Unavailable
from language_models.omissions import Omissions
from language_models.port import (
    Delta,
    FinishReason,
    Message,
    ModelReply,
    ModelRequest,
    ReplyDone,
    Role,
    TextDelta,
    TokenUsage,
)
from language_models.stops import StopCutter, cut
from language_models.wire import Server, Wire

Shape = TypeVar("Shape", bound=BaseModel)

PATH = "/v1/messages"
API_VERSION = "2023-06-01"
BASE_URL = "https://api.anthropic.com"
OPTIONAL = frozenset({"stop_sequences", "temperature", "output_config"})
FINISH_REASONS = {
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "refusal": FinishReason.FILTERED,
}


class _Usage(BaseModel):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None

    def as_tokens(self) -> TokenUsage:
        cached = self.cache_read_input_tokens or 0
        written = self.cache_creation_input_tokens or 0
        # this server counts cached input apart; our `input` is all that was read
        read = (self.input_tokens or 0) + cached + written
        return TokenUsage(input=read, output=self.output_tokens or 0, cached=cached)

    def updated_by(self, later: "_Usage | None") -> "_Usage":
        """Return the usage with the fields that a later event of the stream counted anew."""
        return self.model_copy(update=later.model_dump(exclude_none=True)) if later else self


class _Block(BaseModel):
    type: str
    text: str = ""


class _Answer(BaseModel):
    content: list[_Block] = []
    model: str | None = None
    stop_reason: str | None = None
    usage: _Usage = _Usage()


class _EventDelta(BaseModel):
    text: str = ""
    stop_reason: str | None = None


class _Event(BaseModel):
    type: str
    message: _Answer | None = None
    delta: _EventDelta = _EventDelta()
    usage: _Usage | None = None


class AnthropicModel:
    """One of Anthropic's models."""

    def __init__(
        self,
        name: str,
        server: Server,
        *,
        transport: httpx.BaseTransport | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        headers = {
            "Content-Type": "application/json",
            "x-api-key": server.api_key,
            "anthropic-version": API_VERSION,
        }
        self.name = name
        self._wire = Wire(server, headers=headers, transport=transport, clock=clock)
        self._omissions = Omissions(OPTIONAL)

    def close(self) -> None:
        """Close the connections that are kept open between calls."""
        self._wire.close()

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the whole reply."""
        return self._omissions.call(partial(self._complete, request))

    def stream(self, request: ModelRequest) -> Iterator[Delta]:
        """Yield the reply piece by piece, ending with exactly one `ReplyDone`."""
        return self._omissions.stream(partial(self._stream, request))

    def _complete(self, request: ModelRequest, left_out: frozenset[str]) -> ModelReply:
        payload = _payload(self.name, request, left_out)
        answer = _read(_Answer, self._wire.post(PATH, payload, within=request.deadline_seconds))
        text = "".join(block.text for block in answer.content if block.type == "text")
        return self._reply(answer, cut(text, request.stop))

    def _stream(self, request: ModelRequest, left_out: frozenset[str]) -> Iterator[Delta]:
        payload = {**_payload(self.name, request, left_out), "stream": True}
        answer, text, cutter = _Answer(), "", StopCutter(request.stop)
        for event in self._events(payload, request.deadline_seconds):
            answer = _advanced(answer, event)
            if shown := cutter.feed(event.delta.text):
                text += shown
                yield TextDelta(text=shown)
        if shown := cutter.finish():
            text += shown
            yield TextDelta(text=shown)
        yield ReplyDone(reply=self._reply(answer, text))

    def _events(self, payload: JsonObject, within: float | None) -> Iterator[_Event]:
        for data in self._wire.post_for_events(PATH, payload, within=within):
            event = _read(_Event, data)
            if event.type == "error":
                raise Unavailable(f"the model server gave up in the middle: {data[:300]}")
            yield event
            if event.type == "message_stop":
                return

    def _reply(self, answer: _Answer, text: str) -> ModelReply:
        if answer.stop_reason is None:
            raise Unavailable("the model server ended its reply without saying why")
        return ModelReply(
            text=text,
            finish_reason=FINISH_REASONS.get(answer.stop_reason, FinishReason.OTHER),
            usage=answer.usage.as_tokens(),
            model=answer.model or self.name,
        )


def _advanced(answer: _Answer, event: _Event) -> _Answer:
    """Return the answer as known after one more event; text is kept apart."""
    started = event.message or answer
    usage = started.usage.updated_by(event.usage)
    reason = event.delta.stop_reason or started.stop_reason
    return started.model_copy(update={"usage": usage, "stop_reason": reason})


def _payload(name: str, request: ModelRequest, left_out: frozenset[str]) -> JsonObject:
    system = [m.content for m in request.messages if m.role is Role.SYSTEM]
    payload: JsonObject = {
        "model": name,
        "max_tokens": request.max_tokens,
        "messages": _turns(request.messages),
    }
    if system:
        payload["system"] = "\n\n".join(system)
    # a stop sequence of white space alone is refused
    if stops := [stop for stop in request.stop if stop.strip()]:
        payload["stop_sequences"] = list[JsonValue](stops)
    if request.temperature is not None:
        payload["temperature"] = request.temperature
    if request.response_schema is not None:
        form: JsonObject = {"type": "json_schema", "schema": request.response_schema}
        payload["output_config"] = {"format": form}
    return {key: value for key, value in payload.items() if key not in left_out}


def _turns(messages: tuple[Message, ...]) -> list[JsonValue]:
    """Return the turns with neighbours of one speaker joined: this API wants them to alternate."""
    joined: list[tuple[Role, str]] = []
    for message in messages:
        if message.role is Role.SYSTEM:
            continue
        if joined and joined[-1][0] is message.role:
            joined[-1] = (message.role, f"{joined[-1][1]}\n\n{message.content}")
        else:
            joined.append((message.role, message.content))
    return [{"role": role.value, "content": content} for role, content in joined]


def _read(shape: type[Shape], data: str | bytes) -> Shape:
    try:
        return shape.model_validate_json(data)
    except ValidationError as error:
        raise Unavailable("the model server sent something that is no message") from error
