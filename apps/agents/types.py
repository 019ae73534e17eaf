"""What an agent is defined by, and the states of runs and steps."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field

from kernel.http.schemas import In

MOST_STEPS = 50
MOST_SECONDS = 3600


class ModelProvider(StrEnum):
    """Who answers: `default` is whatever the instance has."""

    DEFAULT = "default"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    SCRIPTED = "scripted"


class ToolName(StrEnum):
    """A tool that can be granted."""

    RECALL = "recall"
    REMEMBER = "remember"


class State(StrEnum):
    """Where a run is."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    OUT_OF_BUDGET = "out_of_budget"

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self not in UNDER_WAY


UNDER_WAY = (State.QUEUED, State.RUNNING)


class CallState(StrEnum):
    """Where a tool call is: `pending` was written down before it began."""

    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"


def _check_storable(text: str) -> str:
    if "\x00" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("it holds a null character or half of a surrogate pair, which cannot be stored")
    return text


def storable(text: str) -> str:
    """A text with a mark in place of what the database cannot hold."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


Text = Annotated[str, AfterValidator(_check_storable)]
Name = Annotated[Text, Field(min_length=1, max_length=200, pattern=r"\S")]


class ModelSpec(In):
    """Which model answers. Its address and key are the instance's, never the tenant's."""

    provider: ModelProvider = ModelProvider.DEFAULT
    name: Annotated[Text, Field(max_length=200)] = ""


class LimitsSpec(In):
    """The most that one run may use."""

    max_steps: Annotated[int, Field(ge=1, le=MOST_STEPS)] = 20
    max_seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS)] = 300


class Definition(In):
    """Everything that a version of an agent fixes."""

    instructions: Annotated[Text, Field(max_length=20_000)] = ""
    model: ModelSpec = ModelSpec()
    tools: tuple[ToolName, ...] = (ToolName.RECALL,)
    palace: Name | None = None
    wing: Name | None = None
    limits: LimitsSpec = LimitsSpec()
