"""Which memories some worker is embedding now, so that no other begins the same long work beside it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from uuid import UUID

from django.core.cache import cache
from redis.exceptions import RedisError

LEASE_SECONDS = 120
"""After so long without a sign of life a worker counts as dead."""


def take(memory_id: UUID, version: int) -> bool:
    """Whether the memory is this worker's; without a cache it is everybody's, and the last one stores nothing."""
    with suppress(RedisError):
        return bool(cache.add(_name(memory_id, version), 1, timeout=LEASE_SECONDS))
    return True


def keep(leases: Iterable[tuple[UUID, int]]) -> None:
    """Say that the work goes on."""
    with suppress(RedisError):
        for memory_id, version in leases:
            cache.touch(_name(memory_id, version), timeout=LEASE_SECONDS)


def give_back(leases: Iterable[tuple[UUID, int]]) -> None:
    """Leave the memories to whoever comes."""
    with suppress(RedisError):
        cache.delete_many([_name(memory_id, version) for memory_id, version in leases])


def _name(memory_id: UUID, version: int) -> str:
    return f"embedding:{memory_id}:{version}"
