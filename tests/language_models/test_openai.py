"""What is peculiar to servers that speak OpenAI's dialect."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kernel.types import JsonObject
from language_models.errors import BadRequest
from language_models.openai import OpenAIModel
from language_models.port import ReplyDone, TextDelta
from language_models.wire import Server
from tests.fakes.models.dialects import Says
from tests.fakes.models.server import ModelServer, Refuses
from tests.language_models.conftest import QUESTION

SCHEMA: JsonObject = {"type": "object"}
FULL = replace(QUESTION, stop=("\nObservation:",), temperature=0.0, max_tokens=64, response_schema=SCHEMA)
OK = Says(text="ok")


@pytest.fixture
def model(server: ModelServer) -> Iterator[OpenAIModel]:
    """A client with a key."""
    opened = OpenAIModel("asked-model", Server(base_url=server.url + "/v1/", api_key="sk-secret"))
    yield opened
    opened.close()


def test_a_request_says_everything_the_caller_asked_for(model: OpenAIModel, server: ModelServer) -> None:
    server.will(OK)

    model.complete(FULL)

    (received,) = server.received
    assert received.path == "/v1/chat/completions"
    assert received.headers["authorization"] == "Bearer sk-secret"
    assert received.body == {
        "model": "asked-model",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "How old is the cat?"},
        ],
        "max_tokens": 64,
        "stop": ["\nObservation:"],
        "temperature": 0.0,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "reply", "strict": True, "schema": SCHEMA},
        },
    }


def test_what_was_not_asked_for_is_not_sent(model: OpenAIModel, server: ModelServer) -> None:
    server.will(OK)

    model.complete(QUESTION)

    assert server.received[0].body.keys() == {"model", "messages", "max_tokens"}


def test_without_a_key_no_authorization_is_sent(server: ModelServer) -> None:
    server.will(OK)
    keyless = OpenAIModel("m", Server(base_url=server.url))

    keyless.complete(QUESTION)
    keyless.close()

    assert "authorization" not in server.received[0].headers


@pytest.mark.parametrize("parameter", ["stop", "temperature", "response_format"])
def test_a_parameter_the_server_cannot_take_is_left_out_and_remembered(
    model: OpenAIModel, server: ModelServer, parameter: str
) -> None:
    server.unsupported = {parameter}
    server.will(OK, OK)

    model.complete(FULL)
    model.complete(FULL)

    assert [parameter in received.body for received in server.received] == [True, False, False]


def test_several_parameters_are_learnt_one_by_one(model: OpenAIModel, server: ModelServer) -> None:
    server.unsupported = {"stop", "temperature", "response_format", "stream_options", "max_tokens"}
    server.will(OK)

    list(model.stream(FULL))

    assert len(server.received) == 6
    assert server.received[-1].body["max_completion_tokens"] == 64


@pytest.mark.parametrize(
    "message",
    [
        "Unsupported value: 'temperature' does not support 0 with this model.",
        "[{'loc': ['body', 'temperature'], 'msg': 'Extra inputs are not permitted'}]",
        "unknown field: temperature",
    ],
)
def test_servers_may_object_in_their_own_words(model: OpenAIModel, server: ModelServer, message: str) -> None:
    server.will(Refuses(status=400, message=message), OK)

    model.complete(FULL)

    assert "temperature" not in server.received[-1].body


def test_an_objection_to_what_cannot_be_left_out_is_an_error(model: OpenAIModel, server: ModelServer) -> None:
    server.will(Refuses(status=400, message="Unsupported value: 'messages[0].role'", param="messages"), OK)

    with pytest.raises(BadRequest):
        model.complete(FULL)
    assert len(server.received) == 1


def test_the_same_objection_twice_is_an_error_and_no_endless_loop(model: OpenAIModel, server: ModelServer) -> None:
    stubborn = Refuses(status=400, message="'stop' is not supported", param="stop")
    server.will(stubborn, stubborn, OK)

    with pytest.raises(BadRequest):
        model.complete(FULL)
    assert len(server.received) == 2


def test_where_stop_is_not_supported_we_cut_the_reply_ourselves(model: OpenAIModel, server: ModelServer) -> None:
    long = Says(text="code\nObservation: made up")
    server.unsupported = {"stop"}
    server.will(long, long)

    *deltas, done = model.stream(FULL)

    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == "code"
    assert isinstance(done, ReplyDone) and done.reply.text == "code"
    assert model.complete(FULL).text == "code"


def test_a_server_that_does_not_count_gets_its_tokens_estimated(model: OpenAIModel, server: ModelServer) -> None:
    server.omits_usage = True
    server.will(Says(text="x" * 40))

    reply = model.complete(QUESTION)

    assert reply.usage_is_estimated
    assert reply.usage.output == 10
    assert reply.usage.input > 0
