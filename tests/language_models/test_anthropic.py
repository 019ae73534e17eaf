"""What is peculiar to Anthropic's dialect."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from language_models.anthropic import AnthropicModel
from language_models.errors import Unavailable
from language_models.port import Message, ModelRequest, Role
from language_models.wire import Server
from tests.fakes.models.dialects import Says
from tests.fakes.models.server import ModelServer, Raw
from tests.language_models.conftest import QUESTION

OK = Says(text="ok")


@pytest.fixture
def model(server: ModelServer) -> Iterator[AnthropicModel]:
    """A client with a key."""
    opened = AnthropicModel("asked-model", Server(base_url=server.url, api_key="sk-secret"))
    yield opened
    opened.close()


def test_a_request_says_everything_the_caller_asked_for(model: AnthropicModel, server: ModelServer) -> None:
    server.will(OK)

    model.complete(
        replace(QUESTION, stop=("\n", "END"), temperature=0.0, max_tokens=64, response_schema={"type": "object"})
    )

    (received,) = server.received
    assert received.path == "/v1/messages"
    assert received.headers["x-api-key"] == "sk-secret"
    assert received.headers["anthropic-version"] == "2023-06-01"
    assert received.body == {
        "model": "asked-model",
        "system": "Be brief.",
        "messages": [{"role": "user", "content": "How old is the cat?"}],
        "max_tokens": 64,
        "stop_sequences": ["END"],
        "temperature": 0.0,
        "output_config": {"format": {"type": "json_schema", "schema": {"type": "object"}}},
    }


def test_neighbouring_turns_of_one_speaker_are_joined(model: AnthropicModel, server: ModelServer) -> None:
    server.will(OK)
    roles = (Role.USER, Role.USER, Role.ASSISTANT, Role.USER)
    messages = tuple(Message(role=role, content=str(at)) for at, role in enumerate(roles))

    model.complete(ModelRequest(messages=messages))

    assert server.received[0].body["messages"] == [
        {"role": "user", "content": "0\n\n1"},
        {"role": "assistant", "content": "2"},
        {"role": "user", "content": "3"},
    ]


@pytest.mark.parametrize("parameter", ["output_config", "temperature"])
def test_a_parameter_the_model_cannot_take_is_left_out_and_remembered(
    model: AnthropicModel, server: ModelServer, parameter: str
) -> None:
    server.unsupported = {parameter}
    server.will(OK, OK)
    request = replace(QUESTION, temperature=0.0, response_schema={"type": "object"})

    model.complete(request)
    model.complete(request)

    assert [parameter in received.body for received in server.received] == [True, False, False]


def test_an_error_in_the_middle_of_a_stream_is_raised(model: AnthropicModel, server: ModelServer) -> None:
    server.will(Raw(body=b'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error"}}\n\n'))

    with pytest.raises(Unavailable, match="overloaded_error"):
        list(model.stream(QUESTION))
