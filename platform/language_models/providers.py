"""From a provider's name to a ready model: the one place that knows every dialect."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never

import httpx

from language_models import anthropic, recall_script
from language_models.anthropic import AnthropicModel
from language_models.openai import OpenAIModel
from language_models.port import LanguageModel
from language_models.retry import RetryingModel
from language_models.scripted import ScriptedModel
from language_models.wire import Server

OPENAI_URL = "https://api.openai.com/v1"


class Provider(StrEnum):
    """The dialects we speak; `openai` is any server compatible with it."""

    SCRIPTED = "scripted"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelChoice:
    """Which model to use, and how to reach it."""

    provider: Provider
    name: str = ""
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    deadline_seconds: float = 300.0


def open_model(choice: ModelChoice, *, transport: httpx.BaseTransport | None = None) -> LanguageModel:
    """Return a model that retries; `transport` is where a guard against private addresses goes."""
    match choice.provider:
        case Provider.SCRIPTED:
            return ScriptedModel(recall_script.reply)
        case Provider.OPENAI:
            server = _server(choice, OPENAI_URL)
            return RetryingModel(OpenAIModel(choice.name, server, transport=transport))
        case Provider.ANTHROPIC:
            server = _server(choice, anthropic.BASE_URL)
            return RetryingModel(AnthropicModel(choice.name, server, transport=transport))
        case _:
            assert_never(choice.provider)


def _server(choice: ModelChoice, default_url: str) -> Server:
    return Server(
        base_url=choice.base_url or default_url,
        api_key=choice.api_key,
        deadline_seconds=choice.deadline_seconds,
    )
