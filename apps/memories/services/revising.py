"""Changing what a memory says: each change is a new version, none is lost."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.billing import services as billing
from apps.billing.types import Meter, Usage
from apps.memories.domain.digests import check_json, check_storable, place_digest
from apps.memories.errors import NoSuchMemory, SameMemory, StaleMemory
from apps.memories.models import Conversation, Memory, MemoryVersion, Room, Wing
from apps.memories.selectors import browsing
from apps.memories.services import embedding, forgetting, indexing
from apps.memories.services.remembering import UNCHARGED
from apps.memories.types import Changes
from kernel.actors import Actor, Permission

_CHANGING = ("content", "metadata", "occurred_at", "expires_at", "kind")


def revise(
    actor: Actor, memory_id: UUID, changes: Changes, *, if_version: int | None, at: datetime
) -> tuple[Memory, Usage]:
    """Make a new version of a memory; raises StaleMemory when `if_version` is not the present one."""
    actor.require(Permission.MEMORY_WRITE)
    memory = _lock(actor, memory_id)
    if if_version is not None and memory.version != if_version:
        raise StaleMemory("The memory has a newer version.", version=memory.version)
    _check(changes)
    was = memory.content
    wanted = {field: value for field in _CHANGING if (value := getattr(changes, field)) is not None}
    if all(getattr(memory, field) == value for field, value in wanted.items()):
        return memory, UNCHARGED
    for field, value in wanted.items():
        setattr(memory, field, value)
    _keep(actor, memory, at=at)
    if memory.content != was:
        _reindex(actor, memory)
    elif memory.indexed_at is None:
        # a worker that is embedding it right now will find a newer version than it read
        embedding.enqueue(actor.tenant_id, [memory.id])
    usage = billing.charge(actor, Meter.MEMORY_WRITE, at=at)
    return memory, usage


def restore(actor: Actor, memory_id: UUID, *, version: int | None, at: datetime) -> tuple[Memory, Usage]:
    """Bring back a deleted memory, or what an earlier version said as a new version.

    What has expired stays gone: raises NoSuchMemory. Raises SameMemory where its text was written again.
    """
    actor.require(Permission.MEMORY_WRITE)
    memory = _lock(actor, memory_id, deleted_too=True)
    if memory.expires_at is not None and memory.expires_at <= at:
        raise NoSuchMemory("The memory has expired.", id=str(memory_id))
    was_deleted, was = memory.deleted_at is not None, memory.content
    if not was_deleted and version in (None, memory.version):
        return memory, UNCHARGED
    memory.deleted_at = None
    if version is not None:
        past = MemoryVersion.objects.filter(memory_id=memory.id, version=version).first()
        if past is None:
            raise NoSuchMemory("The memory has no such version.", id=str(memory_id), version=version)
        memory.content, memory.metadata = past.content, past.metadata
        memory.occurred_at, memory.kind = past.occurred_at, past.kind
    _keep(actor, memory, at=at)
    if was_deleted or memory.content != was:
        _reindex(actor, memory)
    usage = billing.charge(actor, Meter.MEMORY_WRITE, at=at)
    return memory, usage


def _lock(actor: Actor, memory_id: UUID, *, deleted_too: bool = False) -> Memory:
    rows = browsing.in_reach(actor) if deleted_too else browsing.live(actor)
    # no_key: a neighbour's document, when it lends anew, only asks that the memory stays
    memory = rows.select_for_update(no_key=True).filter(id=memory_id).first()
    if memory is None:
        raise NoSuchMemory("There is no such memory.", id=str(memory_id))
    return memory


def _check(changes: Changes) -> None:
    if changes.content is not None:
        check_storable(changes.content)
    if changes.metadata is not None:
        check_json(changes.metadata, field="metadata")


def _keep(actor: Actor, memory: Memory, *, at: datetime) -> None:
    """Store what the memory says now as its next version."""
    memory.version += 1
    memory.updated_at = at
    memory.place_digest = _digest(memory)
    forgetting.forget_expired_twins(actor.tenant_id, [memory.place_digest], at=at)
    _save(memory)
    MemoryVersion.objects.create(
        tenant_id=actor.tenant_id,
        memory_id=memory.id,
        version=memory.version,
        content=memory.content,
        metadata=memory.metadata,
        kind=memory.kind,
        occurred_at=memory.occurred_at,
        expires_at=memory.expires_at,
        writer_kind=actor.kind,
        writer_id=actor.id,
    )


def _save(memory: Memory) -> None:
    try:
        with transaction.atomic():
            memory.save()
    except IntegrityError as error:
        same = Memory.objects.filter(place_digest=memory.place_digest, deleted_at=None).exclude(id=memory.id).first()
        if same is None:
            raise
        raise SameMemory("Another memory says the same in the same place.", id=str(same.id)) from error


def _digest(memory: Memory) -> str:
    wing = Wing.objects.filter(id=memory.wing_id).values_list("name", flat=True).first() if memory.wing_id else None
    room = Room.objects.filter(id=memory.room_id).values_list("name", flat=True).first() if memory.room_id else None
    facets = [memory.user_id, memory.agent_id, memory.run_id, memory.app_id]
    place = [str(memory.palace_id), wing, room, memory.author, *facets, memory.conversation_id, memory.position]
    return place_digest(memory.content, place)


def _reindex(actor: Actor, memory: Memory) -> None:
    Memory.objects.filter(id=memory.id).update(indexed_at=None)
    memory.indexed_at = None
    indexing.remove(actor.tenant_id, [memory.id])
    embedding.remove(actor.tenant_id, [memory.id])
    conversation = (
        Conversation.objects.filter(
            palace_id=memory.palace_id, wing_id=memory.wing_id, name=memory.conversation_id
        ).first()
        if memory.conversation_id is not None
        else None
    )
    document = indexing.Document(
        memory_id=memory.id,
        palace_id=memory.palace_id,
        wing_id=memory.wing_id,
        room_id=memory.room_id,
        conversation=conversation.id if conversation else None,
        position=memory.position,
        author=memory.author,
        content=memory.content,
    )
    indexing.index(actor.tenant_id, [document])
    embedding.enqueue(actor.tenant_id, [memory.id])
