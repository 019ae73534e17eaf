"""From a provider's name to a model that works."""

from dataclasses import replace

import httpx
import pytest

from language_models.errors import AuthFailed, ModelError
from language_models.port import LanguageModel
from language_models.providers import ModelChoice, Provider, open_model
from tests.fakes.models.dialects import Says
from tests.fakes.models.server import ModelServer
from tests.language_models.conftest import QUESTION

OPENAI = ModelChoice(provider=Provider.OPENAI, name="m", api_key="sk-secret")
ANTHROPIC = replace(OPENAI, provider=Provider.ANTHROPIC)


def opened(choice: ModelChoice, seen: list[httpx.Request]) -> LanguageModel:
    def refuse(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(401)

    return open_model(choice, transport=httpx.MockTransport(refuse))


@pytest.mark.parametrize(
    ("choice", "url"),
    [
        (OPENAI, "https://api.openai.com/v1/chat/completions"),
        (ANTHROPIC, "https://api.anthropic.com/v1/messages"),
        (replace(OPENAI, base_url="http://127.0.0.1:11434/v1/"), "http://127.0.0.1:11434/v1/chat/completions"),
    ],
)
def test_each_provider_is_asked_where_it_lives_through_the_given_transport(choice: ModelChoice, url: str) -> None:
    seen: list[httpx.Request] = []
    model = opened(choice, seen)

    with pytest.raises(AuthFailed):
        model.complete(QUESTION)
    model.close()

    assert [str(request.url) for request in seen] == [url]


@pytest.mark.parametrize("choice", [OPENAI, ANTHROPIC])
def test_an_opened_model_replies(choice: ModelChoice, server: ModelServer) -> None:
    server.will(Says(text="seven"))
    model = open_model(replace(choice, base_url=server.url))

    assert (model.name, model.complete(QUESTION).text) == ("m", "seven")
    model.close()


@pytest.mark.parametrize("key", ["sk-secret\n", "sk-sécret", "sk-\x00"])
def test_a_key_that_fits_no_header_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(ModelError) as caught:
        open_model(replace(OPENAI, api_key=key)).complete(QUESTION)

    assert "sk-" not in str(caught.value)


def test_a_choice_does_not_show_its_key() -> None:
    assert "sk-secret" not in repr(OPENAI)
