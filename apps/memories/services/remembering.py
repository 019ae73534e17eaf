"""Writing memories: verbatim, once, findable by words when the call returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from psycopg.types.json import Jsonb

from apps.billing import services as billing
from apps.billing.types import Meter, Usage
from apps.memories.domain.digests import check_characters, check_json, check_storable, place_digest
from apps.memories.models import MemoryVersion
from apps.memories.services import forgetting, indexing
from apps.memories.services.embedding import enqueue
from apps.memories.services.places import Places
from apps.memories.types import Channel, NewMemory, Remembered, Status
from kernel.actors import Actor, Permission
from kernel.db.sql import fetch
from kernel.errors import DomainError, InvalidInput
from kernel.ids import new_id

UNCHARGED = Usage(meter=Meter.MEMORY_WRITE, quantity=Decimal(0), cost_usd=Decimal(0), remaining=None)
"""What a write costs that changes nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What became of a batch: for each text what was stored or why not, and the cost of all."""

    results: list[Remembered | DomainError]
    usage: Usage


@dataclass(frozen=True, kw_only=True, slots=True)
class _Placed:
    """A text whose place is known."""

    id: UUID
    new: NewMemory
    palace_id: UUID
    wing_id: UUID | None
    room_id: UUID | None
    conversation: UUID | None
    digest: str


def remember(actor: Actor, new: NewMemory, *, channel: Channel, at: datetime) -> tuple[Remembered, Usage]:
    """Store one text; raises what makes it impossible."""
    outcome = remember_many(actor, [new], channel=channel, at=at)
    (result,) = outcome.results
    if isinstance(result, DomainError):
        raise result
    return result, outcome.usage


def remember_many(actor: Actor, items: Sequence[NewMemory], *, channel: Channel, at: datetime) -> Outcome:
    """Store up to 1,000 texts in the current transaction; a faulty one does not keep the others out.

    A text already there counts as seen once more and costs nothing. Raises QuotaReached when the plan
    does not allow all the new ones: then nothing is stored.
    """
    actor.require(Permission.MEMORY_WRITE)
    placed = _place_all(actor, items)
    once = {item.digest: item for item in placed if isinstance(item, _Placed)}
    seen = _times_seen(placed)
    forgetting.forget_expired_twins(actor.tenant_id, list(once), at=at)
    stored = _insert(actor, list(once.values()), seen, channel=channel, at=at)
    fresh = [item for digest, item in once.items() if stored[digest].id == item.id]
    _insert_versions(actor, fresh)
    indexing.index(actor.tenant_id, [_document(item) for item in fresh])
    usage = _charge(actor, len(fresh), at=at)
    enqueue(actor.tenant_id, [item.id for item in fresh])
    return Outcome(results=_results(placed, stored), usage=usage)


def _charge(actor: Actor, number: int, *, at: datetime) -> Usage:
    if not number:
        return UNCHARGED
    return billing.charge(actor, Meter.MEMORY_WRITE, quantity=number, at=at)


def _place_all(actor: Actor, items: Sequence[NewMemory]) -> list[_Placed | DomainError]:
    places = Places(actor)
    placed: list[_Placed | DomainError] = []
    for item in items:
        try:
            placed.append(_place(places, item))
        except DomainError as refusal:
            placed.append(refusal)
    return placed


def _place(places: Places, new: NewMemory) -> _Placed:
    _check(new)
    palace_id = places.palace(new.palace)
    wing_id = places.wing(palace_id, new.wing)
    place = [new.wing, new.room, new.author, new.user_id, new.agent_id, new.run_id, new.app_id]
    return _Placed(
        id=new_id(),
        new=new,
        palace_id=palace_id,
        wing_id=wing_id,
        room_id=places.room(palace_id, wing_id, new.room),
        conversation=places.conversation(palace_id, wing_id, new.conversation_id),
        digest=place_digest(new.content, [str(palace_id), *place, new.conversation_id, new.position]),
    )


_LABELS = {"author": 200, "kind": 100, "source": 512, "user_id": 512, "agent_id": 512, "run_id": 512, "app_id": 512}
"""Short texts beside the content, and how long each may be."""


def _check(new: NewMemory) -> None:
    check_storable(new.content)
    for field, limit in _LABELS.items():
        value: str | None = getattr(new, field)
        if value is None:
            continue
        if len(value) > limit:
            raise InvalidInput(f"{field} has more than {limit} characters.", field=field)
        check_characters(value, field=field)
    check_json(new.metadata, field="metadata")


def _times_seen(placed: Sequence[_Placed | DomainError]) -> dict[str, int]:
    seen: dict[str, int] = {}
    for item in placed:
        if isinstance(item, _Placed):
            seen[item.digest] = seen.get(item.digest, 0) + 1
    return seen


_COLUMNS = (
    "id, tenant_id, created_at, updated_at, palace_id, wing_id, room_id, kind, author, conversation_id, position, "
    "user_id, agent_id, run_id, app_id, content, metadata, occurred_at, expires_at, source, channel, writer_kind, "
    "writer_id, place_digest, version, seen_count"
)
_ROW = f"({', '.join(['%s'] * 26)})"
_AT_ONCE = 500
"""Rows of one INSERT: 26 parameters each stay well under the protocol's 65,535."""


def _insert(
    actor: Actor, items: Sequence[_Placed], seen: dict[str, int], *, channel: Channel, at: datetime
) -> dict[str, Remembered]:
    """Insert by digest; a digest already live counts as seen again (one statement decides, under any concurrency)."""
    stored: dict[str, Remembered] = {}
    # in one order, so that two batches with the same texts never wait for each other in a circle
    ordered = sorted(items, key=lambda item: item.digest)
    for start in range(0, len(ordered), _AT_ONCE):
        part = ordered[start : start + _AT_ONCE]
        found = fetch(
            f"INSERT INTO memories_memory ({_COLUMNS}) VALUES {', '.join([_ROW] * len(part))} "  # noqa: S608
            "ON CONFLICT (tenant_id, place_digest) WHERE deleted_at IS NULL "
            "DO UPDATE SET seen_count = memories_memory.seen_count + EXCLUDED.seen_count "
            "RETURNING place_digest, id, version, indexed_at IS NOT NULL, seen_count",
            [value for item in part for value in _values(actor, item, seen=seen[item.digest], channel=channel, at=at)],
        )
        ids = {item.digest: item.id for item in part}
        for digest, memory_id, version, is_indexed, seen_count in found:
            stored[digest] = Remembered(
                id=memory_id,
                version=version,
                status=Status.INDEXED if is_indexed else Status.STORED,
                is_duplicate=memory_id != ids[digest],
                seen_count=seen_count,
            )
    return stored


def _values(actor: Actor, item: _Placed, *, seen: int, channel: Channel, at: datetime) -> list[object]:
    new = item.new
    return [
        item.id,
        actor.tenant_id,
        at,
        at,
        item.palace_id,
        item.wing_id,
        item.room_id,
        new.kind,
        new.author,
        new.conversation_id,
        new.position,
        new.user_id,
        new.agent_id,
        new.run_id,
        new.app_id,
        new.content,
        Jsonb(new.metadata),
        new.occurred_at,
        new.expires_at,
        new.source,
        channel.value,
        actor.kind.value,
        actor.id,
        item.digest,
        1,
        seen,
    ]


def _insert_versions(actor: Actor, items: Sequence[_Placed]) -> None:
    MemoryVersion.objects.bulk_create(
        MemoryVersion(
            tenant_id=actor.tenant_id,
            memory_id=item.id,
            version=1,
            content=item.new.content,
            metadata=item.new.metadata,
            kind=item.new.kind,
            occurred_at=item.new.occurred_at,
            expires_at=item.new.expires_at,
            writer_kind=actor.kind,
            writer_id=actor.id,
        )
        for item in items
    )


def _document(item: _Placed) -> indexing.Document:
    return indexing.Document(
        memory_id=item.id,
        palace_id=item.palace_id,
        wing_id=item.wing_id,
        room_id=item.room_id,
        conversation=item.conversation,
        position=item.new.position,
        author=item.new.author,
        content=item.new.content,
    )


def _results(placed: Sequence[_Placed | DomainError], stored: dict[str, Remembered]) -> list[Remembered | DomainError]:
    first: set[str] = set()
    results: list[Remembered | DomainError] = []
    for item in placed:
        if isinstance(item, DomainError):
            results.append(item)
            continue
        found = stored[item.digest]
        if item.digest in first:
            found = Remembered(
                id=found.id, version=found.version, status=found.status, is_duplicate=True, seen_count=found.seen_count
            )
        first.add(item.digest)
        results.append(found)
    return results
