"""What goes into and comes out of the memories app."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from apps.memories.domain.filters import Condition as Condition
from kernel.http.schemas import Out
from kernel.types import JsonObject, JsonValue

NOWHERE = UUID(int=0)
"""Stands for "in no wing" or "in no room" where a key column may not be null."""


class Status(StrEnum):
    """How far a memory has come: `stored` is found by words, `indexed` also by meaning."""

    STORED = "stored"
    INDEXED = "indexed"


class Channel(StrEnum):
    """The way a memory came in."""

    API = "api"
    MCP = "mcp"
    IMPORT = "import"
    AGENT = "agent"


@dataclass(frozen=True, kw_only=True, slots=True)
class NewMemory:
    """A text to be remembered and where it belongs."""

    content: str
    palace: str | None = None
    wing: str | None = None
    room: str | None = None
    kind: str | None = None
    author: str | None = None
    conversation_id: str | None = None
    position: int | None = None
    user_id: str | None = None
    agent_id: str | None = None
    run_id: str | None = None
    app_id: str | None = None
    metadata: JsonObject = field(default_factory=dict)
    occurred_at: datetime | None = None
    expires_at: datetime | None = None
    source: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Remembered:
    """What became of one text."""

    id: UUID
    version: int
    status: Status
    is_duplicate: bool
    seen_count: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """The part of a tenant's memory that is looked at; None means every one in reach."""

    palaces: tuple[UUID, ...] | None = None
    wing: UUID | None = None
    room: UUID | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Changes:
    """What a PATCH changes; None leaves as it is."""

    content: str | None = None
    metadata: JsonObject | None = None
    occurred_at: datetime | None = None
    expires_at: datetime | None = None
    kind: str | None = None


class Writer(Out):
    """Who wrote a memory."""

    kind: str
    id: UUID


class StoredMemory(Out):
    """A memory as it is now, with its places by name: what every interface shows."""

    id: UUID
    version: int
    status: Status
    palace: str
    wing: str | None
    room: str | None
    kind: str | None
    author: str | None
    conversation_id: str | None
    position: int | None
    content: str
    metadata: dict[str, JsonValue]
    user_id: str | None
    agent_id: str | None
    run_id: str | None
    app_id: str | None
    occurred_at: datetime | None
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None
    source: str | None
    channel: Channel
    writer: Writer
    seen_count: int


@dataclass(frozen=True, kw_only=True, slots=True)
class QueryVector:
    """A question's vector: the space it lies in, and its numbers as Postgres reads them."""

    model_id: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """What ranking needs to know of a memory."""

    id: UUID
    content: str
    author: str | None
    occurred_at: datetime | None
