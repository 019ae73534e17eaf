"""A model server for each test, and both clients pointed at it."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from language_models.anthropic import AnthropicModel
from language_models.openai import OpenAIModel
from language_models.port import Message, ModelRequest, Role
from language_models.wire import Server
from tests.fakes.models.server import ModelServer

# a busy machine is no bug in what is tested
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

Client = OpenAIModel | AnthropicModel

QUESTION = ModelRequest(
    messages=(
        Message(role=Role.SYSTEM, content="Be brief."),
        Message(role=Role.USER, content="How old is the cat?"),
    )
)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A model server that lives for one test."""
    with ModelServer() as running:
        yield running


@pytest.fixture(params=["openai", "anthropic"])
def client(request: pytest.FixtureRequest, server: ModelServer) -> Iterator[Client]:
    """Each test with this fixture runs once per dialect."""
    with_key = Server(base_url=server.url, api_key="sk-secret", deadline_seconds=5, silence_seconds=2)
    kind = OpenAIModel if request.param == "openai" else AnthropicModel
    opened = kind("asked-model", with_key)
    yield opened
    opened.close()
