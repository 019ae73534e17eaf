"""Remembering, asking and counting in one line, for the tests of memory and recall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from apps.memories.models import Palace
from apps.memories.selectors import browsing, reading
from apps.memories.services import places, remembering
from apps.memories.types import Channel, NewMemory, Remembered, StoredMemory
from apps.recall import services as recalling
from apps.recall.types import RecallAnswer, RecallRequest
from kernel.actors import Actor
from kernel.db.sql import fetch
from kernel.errors import DomainError
from kernel.tenancy import tenant_scope
from kernel.types import JsonValue

EXAMPLES = Path(__file__).parents[2] / "examples"
TABLES = ("posting", "document", "chunk", "embedding")
"""What is made from a memory, each row with its memory_id."""


def now() -> datetime:
    """The present instant."""
    return datetime.now(UTC)


def remember(actor: Actor, content: str, **fields: Any) -> Remembered:  # fields of NewMemory
    """Store one text in a transaction of its own."""
    with tenant_scope(actor.tenant_id):
        remembered, _ = remembering.remember(actor, NewMemory(content=content, **fields), channel=Channel.API, at=now())
    return remembered


def remember_many(actor: Actor, items: Sequence[NewMemory]) -> list[Remembered | DomainError]:
    """Store a batch in a transaction of its own."""
    with tenant_scope(actor.tenant_id):
        return remembering.remember_many(actor, items, channel=Channel.API, at=now()).results


def ids_of(results: Sequence[Remembered | DomainError]) -> list[UUID]:
    """The ids of what was stored."""
    return [result.id for result in results if isinstance(result, Remembered)]


def recall(actor: Actor, query: str, **request: Any) -> RecallAnswer:  # fields of RecallRequest
    """Ask a question."""
    with tenant_scope(actor.tenant_id):
        return recalling.recall(actor, RecallRequest(query=query, **request), at=now())


def recalled(actor: Actor, query: str, **request: Any) -> list[str]:  # fields of RecallRequest
    """The texts that a question finds, best first."""
    return [item.memory.content for item in recall(actor, query, **request).items]


def listed(actor: Actor, filters: JsonValue = None) -> list[StoredMemory]:
    """The memories that meet a filter, newest first."""
    with tenant_scope(actor.tenant_id):
        return reading.describe(browsing.matching(actor, browsing.read_filter(filters)).order_by("-id"))


def count_made_from(actor: Actor, memory_id: UUID) -> dict[str, int]:
    """How many rows of each index a memory has."""
    with tenant_scope(actor.tenant_id):
        return {table: _count(table, actor, memory_id) for table in TABLES}


def _count(table: str, actor: Actor, memory_id: UUID) -> int:
    sql = f"SELECT count(*) FROM memories_{table} WHERE tenant_id = %s AND memory_id = %s"
    return int(fetch(sql, [actor.tenant_id, memory_id])[0][0])


def count_places(actor: Actor) -> int:
    """What the counts of all places add up to."""
    sql = "SELECT COALESCE(sum(memories), 0) FROM memories_count WHERE tenant_id = %s"
    with tenant_scope(actor.tenant_id):
        return int(fetch(sql, [actor.tenant_id])[0][0])


def borrowed(actor: Actor, memory_id: UUID) -> float:
    """How many words a memory borrows from its neighbours."""
    sql = "SELECT borrowed FROM memories_document WHERE tenant_id = %s AND memory_id = %s"
    with tenant_scope(actor.tenant_id):
        return float(fetch(sql, [actor.tenant_id, memory_id])[0][0])


def make_palace(actor: Actor, name: str) -> UUID:
    """A palace of this name."""
    with tenant_scope(actor.tenant_id):
        return places.create_palace(actor, name)


def count_palaces(actor: Actor) -> int:
    """How many palaces the tenant has."""
    with tenant_scope(actor.tenant_id):
        return Palace.objects.count()


def limited(actor: Actor, *palaces: UUID) -> Actor:
    """The same actor, within these palaces only."""
    return replace(actor, palaces=frozenset(palaces))
