"""How the two dialects write a reply, a stream and a refusal."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from kernel.types import JsonObject


@dataclass(frozen=True, kw_only=True, slots=True)
class Says:
    """A reply: its text, why it ended (in OpenAI's words), and its tokens."""

    text: str
    finish: str = "stop"
    input: int = 11
    output: int = 5
    cached: int = 0


class Dialect(Protocol):
    """One way to write the same things."""

    def whole(self, says: Says, counts: bool) -> JsonObject: ...

    def pieces(self, says: Says, counts: bool) -> Iterator[str]: ...

    def refusal(self, status: int, message: str, param: str | None) -> JsonObject: ...


class _OpenAI:
    def whole(self, says: Says, counts: bool) -> JsonObject:
        choice: JsonObject = {
            "index": 0,
            "message": {"role": "assistant", "content": says.text},
            "finish_reason": says.finish,
        }
        body: JsonObject = {"id": "chatcmpl-1", "model": "served-model", "choices": [choice]}
        return {**body, "usage": self._usage(says)} if counts else body

    def pieces(self, says: Says, counts: bool) -> Iterator[str]:
        yield self._chunk({"role": "assistant", "content": ""})
        for at in range(0, len(says.text), 3):
            yield self._chunk({"content": says.text[at : at + 3]})
        yield self._chunk({}, finish=says.finish)
        if counts:
            last: JsonObject = {"model": "served-model", "choices": [], "usage": self._usage(says)}
            yield _event(last)
        yield "data: [DONE]\n\n"

    def refusal(self, status: int, message: str, param: str | None) -> JsonObject:
        error: JsonObject = {"message": message, "type": "error", "param": param, "code": None}
        return {"error": error}

    def _chunk(self, delta: JsonObject, finish: str | None = None) -> str:
        choice: JsonObject = {"index": 0, "delta": delta, "finish_reason": finish}
        return _event({"model": "served-model", "choices": [choice]})

    def _usage(self, says: Says) -> JsonObject:
        return {
            "prompt_tokens": says.input,
            "completion_tokens": says.output,
            "prompt_tokens_details": {"cached_tokens": says.cached},
        }


class _Anthropic:
    REASONS = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}

    def whole(self, says: Says, counts: bool) -> JsonObject:
        return {
            "type": "message",
            "role": "assistant",
            "model": "served-model",
            "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": says.text}],
            "stop_reason": self.REASONS[says.finish],
            "usage": {**self._read(says), "output_tokens": says.output},
        }

    def pieces(self, says: Says, counts: bool) -> Iterator[str]:
        start: JsonObject = {
            "model": "served-model",
            "content": [],
            "stop_reason": None,
            "usage": {**self._read(says), "output_tokens": 1},
        }
        yield _event({"type": "message_start", "message": start}, name="message_start")
        yield ": a comment\n\n"
        yield _event({"type": "ping"}, name="ping")
        for at in range(0, len(says.text), 3):
            delta: JsonObject = {"type": "text_delta", "text": says.text[at : at + 3]}
            event: JsonObject = {"type": "content_block_delta", "index": 0, "delta": delta}
            yield _event(event, name="content_block_delta")
        end: JsonObject = {
            "type": "message_delta",
            "delta": {"stop_reason": self.REASONS[says.finish]},
            "usage": {"output_tokens": says.output},
        }
        yield _event(end, name="message_delta")
        yield _event({"type": "message_stop"}, name="message_stop")

    def refusal(self, status: int, message: str, param: str | None) -> JsonObject:
        return {"type": "error", "error": {"type": "invalid_request_error", "message": message}}

    def _read(self, says: Says) -> JsonObject:
        return {"input_tokens": says.input - says.cached, "cache_read_input_tokens": says.cached}


def _event(data: JsonObject, name: str = "") -> str:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data, ensure_ascii=False)}\n\n"


OPENAI: Dialect = _OpenAI()
ANTHROPIC: Dialect = _Anthropic()
