"""Deleting memories, with everything that was made from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.memories.errors import NoSuchMemory
from apps.memories.models import Memory
from apps.memories.selectors import browsing
from apps.memories.services import embedding, indexing
from apps.memories.types import Condition
from kernel.actors import Actor, Permission
from kernel.tenancy import tenant_scope


@dataclass(frozen=True, kw_only=True, slots=True)
class Forgotten:
    """What a deletion took away."""

    memories: int
    vectors: int


def forget(actor: Actor, memory_id: UUID, *, at: datetime) -> Forgotten:
    """Delete one memory: it is found and listed no more; `restore` brings it back."""
    actor.require(Permission.MEMORY_DELETE)
    if not browsing.live(actor).filter(id=memory_id).exists():
        raise NoSuchMemory("There is no such memory.", id=str(memory_id))
    return _forget(actor.tenant_id, [memory_id], at=at)


def forget_where(actor: Actor, condition: Condition, *, dry_run: bool, at: datetime) -> Forgotten:
    """Delete all memories in reach that meet a condition; a dry run only counts them."""
    actor.require(Permission.MEMORY_DELETE)
    ids = list(browsing.matching(actor, condition).values_list("id", flat=True))
    if dry_run:
        return Forgotten(memories=len(ids), vectors=0)
    return _forget(actor.tenant_id, ids, at=at)


def forget_expired(tenant_id: UUID, *, at: datetime) -> Forgotten:
    """Delete the tenant's memories whose time has run out."""
    with tenant_scope(tenant_id):
        ids = list(Memory.objects.filter(expires_at__lte=at, deleted_at=None).values_list("id", flat=True)[:1000])
        return _forget(tenant_id, ids, at=at)


def forget_expired_twins(tenant_id: UUID, digests: Sequence[str], *, at: datetime) -> None:
    """Delete expired memories that are the same as ones about to be written: those must not count as seen again."""
    expired = Memory.objects.filter(place_digest__in=digests, expires_at__lte=at, deleted_at=None)
    if ids := list(expired.values_list("id", flat=True)):
        _forget(tenant_id, ids, at=at)


def _forget(tenant_id: UUID, memory_ids: Sequence[UUID], *, at: datetime) -> Forgotten:
    # locked in the order in which writers of the same texts lock them
    # (no_key, since a neighbour that lends anew asks only that the row stays)
    list(
        Memory.objects.select_for_update(no_key=True)
        .filter(id__in=memory_ids)
        .order_by("place_digest")
        .values_list("id")
    )
    # the rows are marked first: a worker embedding them right now then finds nothing to store
    marked = Memory.objects.filter(id__in=memory_ids, deleted_at=None).update(deleted_at=at, indexed_at=None)
    indexing.remove(tenant_id, memory_ids)
    authors = Memory.objects.filter(id__in=memory_ids).exclude(author=None).values_list("author", flat=True).distinct()
    indexing.forget_authors(tenant_id, [author for author in authors if author])
    return Forgotten(memories=marked, vectors=embedding.remove(tenant_id, memory_ids))
