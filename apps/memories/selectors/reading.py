"""Memories as every interface shows them: one query, with their places by name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from apps.memories.models import Memory
from apps.memories.types import Candidate, Channel, Status, StoredMemory, Writer
from kernel.actors import Actor, Permission
from kernel.db.sql import fetch
from kernel.tenancy import current_tenant

_LIVE = """
    m.tenant_id = %s AND m.id = ANY(%s::uuid[]) AND (%s::uuid[] IS NULL OR m.palace_id = ANY(%s::uuid[]))
    AND m.deleted_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > now())
"""
_SAME = (
    "id version kind author conversation_id position content user_id agent_id run_id app_id occurred_at created_at "
    "updated_at expires_at source seen_count"
).split()
_STORED = f"""
    SELECT {", ".join(f"m.{field}" for field in _SAME)}, m.metadata, m.channel, m.writer_kind, m.writer_id,
           m.indexed_at IS NOT NULL, p.name, w.name, r.name
    FROM memories_memory m
    JOIN memories_palace p ON p.tenant_id = m.tenant_id AND p.id = m.palace_id
    LEFT JOIN memories_wing w ON w.tenant_id = m.tenant_id AND w.id = m.wing_id
    LEFT JOIN memories_room r ON r.tenant_id = m.tenant_id AND r.id = m.room_id
    WHERE
"""  # noqa: S608  (names of our own columns)
_CANDIDATES = f"SELECT m.id, m.content, m.author, m.occurred_at FROM memories_memory m WHERE {_LIVE}"  # noqa: S608


def describe(memories: Iterable[Memory]) -> list[StoredMemory]:
    """The same memories as every interface shows them."""
    ids = [memory.id for memory in memories]
    return _read("m.tenant_id = %s AND m.id = ANY(%s::uuid[])", [current_tenant(), ids], ids)


def list_by_id(actor: Actor, memory_ids: Sequence[UUID]) -> list[StoredMemory]:
    """The live ones of these memories, in the order asked for."""
    return _read(_LIVE, _which(actor, memory_ids), memory_ids)


def list_candidates(actor: Actor, memory_ids: Iterable[UUID]) -> list[Candidate]:
    """What ranking needs of the live ones of these memories."""
    rows = fetch(_CANDIDATES, _which(actor, memory_ids))
    return [Candidate(id=row[0], content=row[1], author=row[2], occurred_at=row[3]) for row in rows]


def _read(test: str, parameters: Sequence[object], in_order: Sequence[UUID]) -> list[StoredMemory]:
    found = {row[0]: _stored(row) for row in fetch(_STORED + test, parameters)}
    return [found[memory_id] for memory_id in in_order if memory_id in found]


def _which(actor: Actor, memory_ids: Iterable[UUID]) -> list[object]:
    actor.require(Permission.MEMORY_READ)
    palaces = None if actor.palaces is None else list(actor.palaces)
    return [actor.tenant_id, list(memory_ids), palaces, palaces]


def _stored(row: Sequence[Any]) -> StoredMemory:  # a row of _STORED
    *same, metadata, channel, writer_kind, writer_id, is_indexed, palace, wing, room = row
    # not validated: the values come from our own columns
    return StoredMemory.model_construct(
        **dict(zip(_SAME, same, strict=True)),
        metadata=json.loads(metadata),
        channel=Channel(channel),
        writer=Writer(kind=writer_kind, id=writer_id),
        status=Status.INDEXED if is_indexed else Status.STORED,
        palace=palace,
        wing=wing,
        room=room,
    )
