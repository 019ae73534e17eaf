"""Palaces and memories by place, id and filter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import BooleanField, Q, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.functions import Now

from apps.memories.domain.digests import check_characters
from apps.memories.domain.filters import compile_filter
from apps.memories.errors import NoSuchMemory, NoSuchPlace
from apps.memories.models import Memory, MemoryVersion, Palace, Room, Wing
from apps.memories.types import NOWHERE, Condition, Scope
from kernel.actors import Actor, PalaceOutOfReach, Permission
from kernel.db.sql import fetch
from kernel.types import JsonValue


def read_filter(filters: JsonValue) -> Condition:
    """Compile a filter; raises BadFilter."""
    return compile_filter(filters)


def check_searchable(text: str) -> None:
    """Refuse a query that no stored text can match; raises UnstorableText with the position."""
    check_characters(text, field="query")


def in_reach(actor: Actor) -> QuerySet[Memory]:
    """Every memory within the actor's palaces, deleted ones too."""
    actor.require(Permission.MEMORY_READ)
    rows = Memory.objects.filter(tenant_id=actor.tenant_id)
    return rows if actor.palaces is None else rows.filter(palace_id__in=actor.palaces)


def live(actor: Actor) -> QuerySet[Memory]:
    """The memories within reach that are neither deleted nor expired."""
    return in_reach(actor).filter(Q(expires_at=None) | Q(expires_at__gt=Now()), deleted_at=None)


def matching(actor: Actor, condition: Condition, scope: Scope | None = None) -> QuerySet[Memory]:
    """The live memories of a scope that meet a condition."""
    sql = condition.sql.replace("m.", "memories_memory.")
    test = RawSQL(sql, condition.parameters, output_field=BooleanField())  # noqa: S611  (compiled from our own grammar)
    rows = live(actor).filter(test)
    if scope is None:
        return rows
    if scope.palaces is not None:
        rows = rows.filter(palace_id__in=scope.palaces)
    if scope.wing is not None:
        rows = rows.filter(wing_id=scope.wing)
    return rows if scope.room is None else rows.filter(room_id=scope.room)


def get_memory(actor: Actor, memory_id: UUID) -> Memory:
    """One live memory; raises NoSuchMemory for a stranger's too."""
    memory = live(actor).filter(id=memory_id).first()
    if memory is None:
        raise NoSuchMemory("There is no such memory.", id=str(memory_id))
    return memory


def list_versions(actor: Actor, memory_id: UUID) -> list[MemoryVersion]:
    """All versions of a memory, newest first; raises NoSuchMemory."""
    memory = in_reach(actor).filter(id=memory_id).first()
    if memory is None:
        raise NoSuchMemory("There is no such memory.", id=str(memory_id))
    return list(MemoryVersion.objects.filter(memory_id=memory.id).order_by("-version"))


def count_unindexed(actor: Actor, memory_ids: Sequence[UUID]) -> int:
    """How many of these memories the dense leg lacks."""
    return live(actor).filter(id__in=memory_ids, indexed_at=None).count()


def list_palaces(actor: Actor) -> QuerySet[Palace]:
    """The palaces within reach."""
    actor.require(Permission.MEMORY_READ)
    rows = Palace.objects.filter(tenant_id=actor.tenant_id)
    return rows if actor.palaces is None else rows.filter(id__in=actor.palaces)


def get_palace(actor: Actor, palace_id: UUID) -> Palace:
    """One palace; raises NoSuchPlace."""
    palace = list_palaces(actor).filter(id=palace_id).first()
    if palace is None:
        raise NoSuchPlace("There is no such palace.", id=str(palace_id))
    return palace


def find_scope(actor: Actor, *, palace: str | None, wing: str | None, room: str | None) -> Scope | None:
    """The scope that names stand for; None when a named place does not exist (it holds nothing).

    A wing or room named without a palace is looked for in every palace within reach; it is an error
    when several have one of that name. Raises PalaceOutOfReach for a palace the key does not reach.
    """
    for name, field in ((palace, "palace"), (wing, "wing"), (room, "room")):
        check_characters(name or "", field=field)
    scope = _palaces_of(actor, palace)
    if scope is None:
        return None
    if wing is not None:
        found = _only(Wing.objects.filter(name=wing), scope, f"wing {wing}")
        if found is None:
            return None
        scope = replace(scope, wing=found)
    if room is not None:
        rooms = Room.objects.filter(name=room)
        found = _only(rooms.filter(wing_id=scope.wing) if scope.wing else rooms, scope, f"room {room}")
        if found is None:
            return None
        scope = replace(scope, room=found)
    return scope


def _palaces_of(actor: Actor, name: str | None) -> Scope | None:
    if name is None:
        return Scope(palaces=None if actor.palaces is None else tuple(sorted(actor.palaces)))
    found = Palace.objects.filter(tenant_id=actor.tenant_id, name=name).values_list("id", flat=True).first()
    if found is None:
        if actor.palaces is not None:
            raise PalaceOutOfReach("This key is limited to other palaces.", palace=name)
        return None
    if not actor.reaches(found):
        raise PalaceOutOfReach("This key is limited to other palaces.", palace=name)
    return Scope(palaces=(found,))


def _only(places: QuerySet[Wing] | QuerySet[Room], scope: Scope, what: str) -> UUID | None:
    rows = places if scope.palaces is None else places.filter(palace_id__in=scope.palaces)
    found = list(rows.values_list("id", flat=True)[:2])
    if len(found) > 1:
        raise NoSuchPlace(f"Several places are called {what}: name the palace and wing too.")
    return found[0] if found else None


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceCount:
    """How many memories a place holds; None stands for "in none"."""

    palace_id: UUID
    wing_id: UUID | None
    room_id: UUID | None
    memories: int


def count_by_place(actor: Actor, palace_ids: Sequence[UUID]) -> list[PlaceCount]:
    """Memories by palace, wing and room."""
    actor.require(Permission.MEMORY_READ)
    rows = fetch(
        "SELECT palace_id, NULLIF(wing_id, %s), NULLIF(room_id, %s), memories FROM memories_count "
        "WHERE tenant_id = %s AND palace_id = ANY(%s) AND memories > 0",
        [NOWHERE, NOWHERE, actor.tenant_id, list(palace_ids)],
    )
    return [PlaceCount(palace_id=row[0], wing_id=row[1], room_id=row[2], memories=row[3]) for row in rows]
