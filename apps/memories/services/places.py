"""Palaces, wings, rooms and conversations, made on first use."""

from __future__ import annotations

from typing import TypeAlias
from uuid import UUID

from django.db.models import Q

from apps.memories.domain.digests import check_characters
from apps.memories.models import Conversation, Palace, Room, Wing
from kernel.actors import Actor, PalaceOutOfReach, Permission
from kernel.db.sql import execute, fetch
from kernel.errors import InvalidInput
from kernel.ids import new_id

DEFAULT_PALACE = "main"
MAX_NAME = 200

Below: TypeAlias = type[Wing] | type[Room] | type[Conversation]


class Places:
    """Finds or makes the places that a batch of writes names; each is asked for once."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self._palaces: dict[str, UUID] = {}
        self._below: dict[tuple[Below, tuple[UUID, UUID | None], str], UUID] = {}

    def palace(self, name: str | None) -> UUID:
        """The palace of this name (the default one for None); raises PalaceOutOfReach."""
        wanted = name or self._default_name()
        if wanted not in self._palaces:
            self._palaces[wanted] = self._find_or_make_palace(check_name(wanted, "palace"))
        return self._palaces[wanted]

    def wing(self, palace_id: UUID, name: str | None) -> UUID | None:
        """The wing of this name in a palace; None for None."""
        return self._place(Wing, name, inside=(palace_id, None), field="wing")

    def room(self, palace_id: UUID, wing_id: UUID | None, name: str | None) -> UUID | None:
        """The room of this name in a wing (or in none); None for None."""
        return self._place(Room, name, inside=(palace_id, wing_id), field="room")

    def conversation(self, palace_id: UUID, wing_id: UUID | None, name: str | None) -> UUID | None:
        """The conversation of this name in a wing (or in none); None for None."""
        return self._place(Conversation, name, inside=(palace_id, wing_id), field="conversation_id")

    def _place(self, kind: Below, name: str | None, *, inside: tuple[UUID, UUID | None], field: str) -> UUID | None:
        if name is None:
            return None
        key = (kind, inside, name)
        if key not in self._below:
            check_name(name, field, limit=512 if kind is Conversation else MAX_NAME)
            palace_id, wing_id = inside
            place: dict[str, UUID | None] = {"palace_id": palace_id}
            if kind is not Wing:
                place["wing_id"] = wing_id
            self._below[key] = _find_or_make(kind, self.actor.tenant_id, place, name)
        return self._below[key]

    def _default_name(self) -> str:
        if self.actor.palaces is None:
            return DEFAULT_PALACE
        within = list(Palace.objects.filter(id__in=self.actor.palaces).values_list("name", flat=True)[:2])
        if len(within) != 1:
            raise InvalidInput("Name the palace: this key reaches several.", field="palace")
        return within[0]

    def _find_or_make_palace(self, name: str) -> UUID:
        found = Palace.objects.filter(name=name).values_list("id", flat=True).first()
        if found is None and self.actor.palaces is not None:
            raise PalaceOutOfReach("This key is limited to other palaces.", palace=name)
        palace_id = found or _find_or_make(Palace, self.actor.tenant_id, {}, name)
        if not self.actor.reaches(palace_id):
            raise PalaceOutOfReach("This key is limited to other palaces.", palace=name)
        return palace_id


def create_palace(actor: Actor, name: str) -> UUID:
    """Make a palace, or find the one of this name."""
    actor.require(Permission.MEMORY_WRITE)
    return Places(actor).palace(name)


def check_name(name: str, field: str, *, limit: int = MAX_NAME) -> str:
    """Refuse names that are blank, too long or not storable."""
    if not name.strip() or len(name) > limit:
        raise InvalidInput(f"{field} must have 1 to {limit} characters.", field=field)
    check_characters(name, field=field)
    return name


def _find_or_make(
    kind: type[Palace | Wing | Room | Conversation], tenant_id: UUID, inside: dict[str, UUID | None], name: str
) -> UUID:
    same = Q(name=name, **{key: value for key, value in inside.items() if value is not None})
    for key in (key for key, value in inside.items() if value is None):
        same &= Q(**{f"{key}__isnull": True})
    found = kind.objects.filter(same).values_list("id", flat=True).first()
    if found is not None:
        return found
    # one writer of a tenant makes places at a time: two that name the same new ones in another order
    # would wait for each other in a circle, and one that lost finds the winner's row
    fetch("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"memories.places:{tenant_id}"])
    row = {"id": new_id(), "tenant_id": tenant_id, "name": name, **inside}
    execute(
        f"INSERT INTO {kind._meta.db_table} ({', '.join(row)}, created_at) "  # noqa: S608  (names of our own columns)
        f"VALUES ({', '.join(['%s'] * len(row))}, now()) ON CONFLICT DO NOTHING",
        list(row.values()),
    )
    return kind.objects.values_list("id", flat=True).get(same)
