"""Arguments and results of the tools."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from pydantic import Field, JsonValue, WithJsonSchema
from pydantic.json_schema import GenerateJsonSchema

from apps.memories.types import NewMemory, Status, StoredMemory
from apps.recall.types import Path, Recalled, RecallRequest
from kernel.http.schemas import In, Instant, Out, UsageOut
from kernel.types import JsonObject

GRAMMAR = (
    'Conditions that all must hold, as {"field": {"operator": value}}. Fields: author, kind, conversation_id, palace, '
    "wing, room, content, occurred_at, created_at, metadata.<key> and others; operators: eq ne gt gte lt lte in nin "
    'contains icontains exists. Combine with {"AND": […]}, {"OR": […]}, {"NOT": […]}.'
)
# clients differ in how they follow a $ref, so an open object is written out
_OPEN_OR_NULL = WithJsonSchema({"anyOf": [{"type": "object", "additionalProperties": True}, {"type": "null"}]})

Palace = Annotated[str, Field(min_length=1, max_length=200, description="Name of a memory space.")]
Wing = Annotated[str, Field(min_length=1, max_length=200, description="Name of a person, project or agent in it.")]
Room = Annotated[str, Field(min_length=1, max_length=200, description="Name of a topic in the wing.")]
Filter = Annotated[dict[str, JsonValue] | None, _OPEN_OR_NULL, Field(description=GRAMMAR)]
Metadata = Annotated[dict[str, JsonValue] | None, _OPEN_OR_NULL, Field(description="Anything to filter by later.")]
When = Annotated[Instant, Field(description="When it happened, ISO 8601; without a zone it is UTC.")]
MemoryId = Annotated[UUID, Field(description="The id that recall, list_memories or remember gave.")]


class RecallArguments(In):
    """A question and where to look."""

    query: Annotated[str, Field(description="A question or key words, in any language.")]
    palace: Palace | None = None
    wing: Wing | None = None
    room: Room | None = None
    k: Annotated[int, Field(ge=1, le=200, description="Most memories to return.")] = 10
    max_tokens: Annotated[int, Field(ge=1, le=1_000_000, description="Most tokens of text to return.")] | None = None
    filters: Filter = None

    def to_request(self) -> RecallRequest:
        """The same for the service."""
        return RecallRequest(**dict(self))


class RememberArguments(In):
    """A text and where it belongs."""

    content: Annotated[str, Field(description="The text, kept word for word.")]
    palace: Palace | None = None
    wing: Wing | None = None
    room: Room | None = None
    author: Annotated[str, Field(min_length=1, max_length=200, description="Who said it.")] | None = None
    occurred_at: When | None = None
    metadata: Metadata = None

    def to_new(self) -> NewMemory:
        """The same for the service."""
        return NewMemory(**{**dict(self), "metadata": self.metadata or {}})


class MemoryArguments(In):
    """Which memory."""

    id: MemoryId


class ListArguments(In):
    """Which memories, and which page of them."""

    filter: Filter = None
    limit: Annotated[int, Field(ge=1, le=200)] = 20
    cursor: Annotated[str, Field(description="The next_cursor of the page before.")] | None = None


class RecalledOut(StoredMemory):
    """A memory found, its score, and what each leg of the search added to it."""

    score: float
    signals: dict[str, float]

    @classmethod
    def found(cls, item: Recalled) -> RecalledOut:
        """An item of an answer."""
        signals = {part.leg.value: part.contribution for part in item.parts}
        return cls.model_construct(**dict(item.memory), score=item.score, signals=signals)


class RecallResult(Out):
    """What was found, its size in tokens, how the dense leg searched, and the cost."""

    items: list[RecalledOut]
    tokens: int
    path: Path
    usage: UsageOut


class RememberResult(Out):
    """Where the text is kept now; `duplicate_of` is set when it already was."""

    id: UUID
    version: int
    status: Status
    duplicate_of: UUID | None
    seen_count: int
    usage: UsageOut


class MemoryResult(StoredMemory):
    """A memory; reading it costs nothing."""

    usage: None = None


class ListResult(Out):
    """One page, newest first; listing costs nothing."""

    items: list[StoredMemory]
    next_cursor: str | None
    total: int
    usage: None = None


class ForgetResult(Out):
    """What the deletion took away; deleting costs nothing."""

    id: UUID
    memories: int
    vectors: int
    usage: None = None


def schema_of(arguments: type[In]) -> JsonObject:
    """A tool's input schema, without the titles that only repeat the names."""
    schema: JsonObject = arguments.model_json_schema(schema_generator=_Untitled)
    return {key: value for key, value in schema.items() if key not in ("title", "description")}


class _Untitled(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: object) -> bool:
        return False
