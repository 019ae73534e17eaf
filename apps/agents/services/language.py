"""Opens the model that an agent's definition names, with the instance's own addresses and keys."""

from __future__ import annotations

from typing import assert_never

from django.conf import settings

from apps.agents.errors import ModelNotConfigured
from apps.agents.types import ModelProvider, ModelSpec
from kernel.notices import Notice
from language_models.port import LanguageModel
from language_models.providers import ModelChoice, Provider, open_model


def open_for(spec: ModelSpec) -> LanguageModel:
    """The model, ready to be asked; raises ModelNotConfigured."""
    return open_model(choose(spec))


def choose(spec: ModelSpec) -> ModelChoice:
    """What a definition's model means on this instance; raises ModelNotConfigured."""
    match spec.provider:
        case ModelProvider.SCRIPTED:
            return ModelChoice(provider=Provider.SCRIPTED)
        case ModelProvider.DEFAULT:
            return _openai(spec.name) if settings.ENFILADE_MODEL_URL else ModelChoice(provider=Provider.SCRIPTED)
        case ModelProvider.OPENAI:
            return _openai(spec.name)
        case ModelProvider.ANTHROPIC:
            return _anthropic(spec.name)
        case _:
            assert_never(spec.provider)


def notice_of_missing_model() -> Notice | None:
    """What a person should know while agents answer by a fixed rule."""
    if settings.ENFILADE_MODEL_URL:
        return None
    return Notice(
        code="no_model",
        message="No language model is configured: the scripted model answers. Set ENFILADE_MODEL_URL "
        "(any OpenAI-compatible server) and ENFILADE_MODEL_NAME.",
    )


def _openai(name: str) -> ModelChoice:
    # without a URL it is OpenAI itself, and that needs a key
    if not settings.ENFILADE_MODEL_URL and not settings.ENFILADE_MODEL_KEY:
        raise ModelNotConfigured("Set ENFILADE_MODEL_URL, or ENFILADE_MODEL_KEY for OpenAI itself.")
    chosen = name or settings.ENFILADE_MODEL_NAME
    if not chosen:
        raise ModelNotConfigured("Name the model in the agent, or set ENFILADE_MODEL_NAME.")
    return ModelChoice(
        provider=Provider.OPENAI,
        name=chosen,
        base_url=settings.ENFILADE_MODEL_URL,
        api_key=settings.ENFILADE_MODEL_KEY,
    )


def _anthropic(name: str) -> ModelChoice:
    if not settings.ANTHROPIC_API_KEY:
        raise ModelNotConfigured("Set ANTHROPIC_API_KEY to use Anthropic's models.")
    if not name:
        raise ModelNotConfigured("Name the model in the agent: Anthropic has no default.")
    return ModelChoice(provider=Provider.ANTHROPIC, name=name, api_key=settings.ANTHROPIC_API_KEY)
