"""Bodies of the memories app's operations."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import Field, JsonValue, model_validator

from apps.memories.models import Import, MemoryVersion
from apps.memories.types import NewMemory, Status, StoredMemory, Writer
from kernel.http.schemas import ErrorDetail, In, Instant, Out, UsageOut
from kernel.types import JsonObject

Name = Annotated[str, Field(min_length=1, max_length=200)]
Facet = Annotated[str, Field(min_length=1, max_length=512)]
Position = Annotated[int, Field(ge=0, le=2_000_000_000)]


class MemoryIn(In):
    """A text to be remembered and where it belongs; null is the same as absent."""

    content: str
    palace: Name | None = None
    wing: Name | None = None
    room: Name | None = None
    kind: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    author: Name | None = None
    conversation_id: Facet | None = None
    position: Position | None = None
    user_id: Facet | None = None
    agent_id: Facet | None = None
    run_id: Facet | None = None
    app_id: Facet | None = None
    metadata: dict[str, JsonValue] | None = None
    occurred_at: Instant | None = None
    expires_at: Instant | None = None
    source: Facet | None = None

    def to_new(self) -> NewMemory:
        """The same for the service."""
        values = {field: getattr(self, field) for field in MemoryIn.model_fields if field != "metadata"}
        return NewMemory(**values, metadata=self.metadata or {})


class RememberIn(MemoryIn):
    """One memory, or up to 1,000 as `items`."""

    checks_characters_itself = True

    content: str = ""
    items: Annotated[list[MemoryIn], Field(min_length=1, max_length=1000)] | None = None

    @model_validator(mode="after")
    def one_or_many(self) -> Self:
        """Either a memory or items."""
        if self.items is not None and self.model_fields_set != {"items"}:
            raise ValueError("send either one memory or items, not both")
        if self.items is None and "content" not in self.model_fields_set:
            raise ValueError("content or items is required")
        return self


class ResultOut(Out):
    """What became of one text: its memory, or why it was refused."""

    id: UUID | None = None
    version: int | None = None
    status: Status | None = None
    duplicate_of: UUID | None = None
    seen_count: int | None = None
    error: ErrorDetail | None = None


class RememberedOut(ResultOut):
    """What became of one text, and its cost."""

    usage: UsageOut


class RememberedManyOut(Out):
    """What became of each text, in order, and the cost of all."""

    items: list[ResultOut]
    usage: UsageOut


class ReviseIn(In):
    """What shall change; what is absent or null stays."""

    content: str | None = None
    metadata: dict[str, JsonValue] | None = None
    kind: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    occurred_at: Instant | None = None
    expires_at: Instant | None = None


class RestoreIn(In):
    """Which version's text shall be the newest again; null undoes a deletion only."""

    version: Annotated[int, Field(ge=1)] | None = None


class RevisedOut(StoredMemory):
    """A memory after a change, and the cost."""

    usage: UsageOut


class MemoryVersionOut(Out):
    """What a memory said at one version."""

    version: int
    content: str
    metadata: JsonObject
    kind: str | None
    occurred_at: datetime | None
    expires_at: datetime | None
    created_at: datetime
    writer: Writer

    @classmethod
    def of(cls, version: MemoryVersion) -> Self:
        """A version for the wire."""
        return cls(
            version=version.version,
            content=version.content,
            metadata=version.metadata,
            kind=version.kind,
            occurred_at=version.occurred_at,
            expires_at=version.expires_at,
            created_at=version.created_at,
            writer=Writer(kind=version.writer_kind, id=version.writer_id),
        )


class MemoryVersionsOut(Out):
    """All versions, newest first."""

    items: list[MemoryVersionOut]


class ForgottenOut(Out):
    """What a deletion took away (or would, in a dry run)."""

    memories: int
    vectors: int
    dry_run: bool


class RoomOut(Out):
    """A room and how many memories it holds."""

    id: UUID
    name: str
    memories: int


class WingOut(RoomOut):
    """A wing, its rooms, and how many memories it holds in all."""

    rooms: list[RoomOut]


class PalaceOut(Out):
    """A palace and how many memories it holds."""

    id: UUID
    name: str
    memories: int
    created_at: datetime


class PalaceTreeOut(PalaceOut):
    """A palace with its wings, and the rooms that stand in no wing."""

    wings: list[WingOut]
    rooms: list[RoomOut]


class PalaceIn(In):
    """A palace to be made."""

    name: Name


class ImportOut(Out):
    """How far an import has come."""

    id: UUID
    state: str
    format: str
    total: int
    done: int
    errors: list[JsonObject]
    created_at: datetime
    ended_at: datetime | None

    @classmethod
    def of(cls, row: Import) -> Self:
        """An import for the wire."""
        return cls(
            id=row.id,
            state=row.state,
            format=row.format,
            total=row.total,
            done=row.done,
            errors=row.errors,
            created_at=row.created_at,
            ended_at=row.ended_at,
        )


class ImportIn(In):
    """A conversation file as text; a file can also be sent as multipart/form-data under `file`."""

    text: str
    name: str = ""
    format: str | None = None
    palace: Name | None = None
    wing: Name | None = None
