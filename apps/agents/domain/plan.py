"""What a run is asked to do, and within which bounds."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from apps.agents.domain.budget import Limits
from apps.agents.domain.tools import ToolSignature
from kernel.types import JsonValue
from language_models.port import Message

# returns why an answer will not do, or None when it will
Check = Callable[[JsonValue], str | None]


class ProsePolicy(StrEnum):
    """What a reply without code is."""

    ANSWER = "answer"
    ERROR = "error"


class ReplyForm(StrEnum):
    """How the model is asked to send its code; whatever form it sends is understood."""

    TAGGED = "tagged"
    JSON = "json"


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelSettings:
    """How the model is called. Sizes are tokens."""

    form: ReplyForm = ReplyForm.TAGGED
    temperature: float | None = None
    max_tokens: int = 4096
    context_tokens: int = 24_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Patience:
    """When the loop gives up: useless replies in a row, and the same code again and again."""

    unusable_replies: int = 3
    same_code: int = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class RunPlan:
    """A task with everything the loop needs to work on it."""

    task: str
    instructions: str = ""
    # turns of a conversation that came before the task
    earlier: tuple[Message, ...] = ()
    tools: tuple[ToolSignature, ...] = ()
    limits: Limits = field(default_factory=Limits)
    model: ModelSettings = field(default_factory=ModelSettings)
    prose: ProsePolicy = ProsePolicy.ANSWER
    checks: tuple[Check, ...] = ()
    patience: Patience = field(default_factory=Patience)
    observation_characters: int = 8_000
