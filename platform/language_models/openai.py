"""Any server that speaks OpenAI's chat completions: OpenAI, vLLM, llama.cpp, Ollama and others."""

from collections.abc import Callable, Iterator
from functools import partial

import httpx
from pydantic import BaseModel, ValidationError

from kernel.types import JsonObject
from language_models.errors import Unavailable
from language_models.omissions import Omissions
from language_models.port import (
    Delta,
    FinishReason,
    ModelReply,
    ModelRequest,
    ReplyDone,
    TextDelta,
    TokenUsage,
    estimate_usage,
)
from language_models.stops import StopCutter, cut
from language_models.wire import Server, Wire

PATH = "/chat/completions"
OPTIONAL = frozenset(
    {
        "stop",
        "temperature",
        "response_format",
        "stream_options",
        "max_tokens",
        "max_completion_tokens",
    }
)
FINISH_REASONS = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "content_filter": FinishReason.FILTERED,
}


class _InputDetails(BaseModel):
    cached_tokens: int | None = None


class _OutputDetails(BaseModel):
    reasoning_tokens: int | None = None


class _Usage(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int | None = 0
    prompt_tokens_details: _InputDetails | None = None
    completion_tokens_details: _OutputDetails | None = None

    def as_tokens(self) -> TokenUsage:
        read, written = self.prompt_tokens_details, self.completion_tokens_details
        return TokenUsage(
            input=self.prompt_tokens,
            output=self.completion_tokens or 0,
            cached=(read.cached_tokens or 0) if read else 0,
            reasoning=(written.reasoning_tokens or 0) if written else 0,
        )


class _Content(BaseModel):
    content: str | None = None


class _Choice(BaseModel):
    message: _Content = _Content()
    delta: _Content | None = None
    finish_reason: str | None = None


class _Completion(BaseModel):
    """A whole answer, or one piece of a streamed one: they differ in the choice only."""

    choices: list[_Choice]
    model: str | None = None
    usage: _Usage | None = None


class OpenAIModel:
    """One model behind an OpenAI-compatible server."""

    def __init__(
        self,
        name: str,
        server: Server,
        *,
        transport: httpx.BaseTransport | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        # local servers need no key, and some refuse an empty bearer
        headers = {"Content-Type": "application/json"}
        if server.api_key:
            headers["Authorization"] = f"Bearer {server.api_key}"
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
        answer = _read(self._wire.post(PATH, payload, within=request.deadline_seconds))
        if not answer.choices:
            raise Unavailable("the model server answered without a choice")
        choice = answer.choices[0]
        draft = _Draft(request, self.name)
        draft.take(answer)
        draft.text = cut(choice.message.content or "", request.stop)
        return draft.reply()

    def _stream(self, request: ModelRequest, left_out: frozenset[str]) -> Iterator[Delta]:
        payload = {**_payload(self.name, request, left_out), "stream": True}
        if "stream_options" not in left_out:
            payload["stream_options"] = {"include_usage": True}
        draft = _Draft(request, self.name)
        cutter = StopCutter(request.stop)
        for piece in self._pieces(payload, request.deadline_seconds):
            draft.take(piece)
            if text := cutter.feed(_text_of(piece)):
                draft.text += text
                yield TextDelta(text=text)
        if text := cutter.finish():
            draft.text += text
            yield TextDelta(text=text)
        yield ReplyDone(reply=draft.reply())

    def _pieces(self, payload: JsonObject, within: float | None) -> Iterator[_Completion]:
        for data in self._wire.post_for_events(PATH, payload, within=within):
            if data.strip() == "[DONE]":
                return
            yield _read(data)


class _Draft:
    """A reply while it arrives."""

    def __init__(self, request: ModelRequest, model: str) -> None:
        self._request = request
        self._model = model
        self._usage: TokenUsage | None = None
        self._finish_reason: str | None = None
        self.text = ""

    def take(self, piece: _Completion) -> None:
        self._model = piece.model or self._model
        self._usage = piece.usage.as_tokens() if piece.usage else self._usage
        if piece.choices:
            self._finish_reason = piece.choices[0].finish_reason or self._finish_reason

    def reply(self) -> ModelReply:
        if self._finish_reason is None:
            raise Unavailable("the model server ended its reply without saying why")
        return ModelReply(
            text=self.text,
            finish_reason=FINISH_REASONS.get(self._finish_reason, FinishReason.OTHER),
            usage=self._usage or estimate_usage(self._request, self.text),
            model=self._model,
            usage_is_estimated=self._usage is None,
        )


def _payload(name: str, request: ModelRequest, left_out: frozenset[str]) -> JsonObject:
    payload: JsonObject = {
        "model": name,
        "messages": [{"role": m.role.value, "content": m.content} for m in request.messages],
        # newer OpenAI models refuse the old name, most other servers know only the old one
        "max_completion_tokens" if "max_tokens" in left_out else "max_tokens": request.max_tokens,
    }
    if request.stop:
        payload["stop"] = list(request.stop)
    if request.temperature is not None:
        payload["temperature"] = request.temperature
    if request.response_schema is not None:
        schema: JsonObject = {"name": "reply", "strict": True, "schema": request.response_schema}
        payload["response_format"] = {"type": "json_schema", "json_schema": schema}
    return {key: value for key, value in payload.items() if key not in left_out}


def _text_of(piece: _Completion) -> str:
    delta = piece.choices[0].delta if piece.choices else None
    return (delta.content or "") if delta else ""


def _read(data: str | bytes) -> _Completion:
    try:
        return _Completion.model_validate_json(data)
    except ValidationError as error:
        # some servers report a failure inside a 200; its text is the only hint there is
        hint = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
        raise Unavailable(f"the model server sent no completion: {hint[:300]}") from error
