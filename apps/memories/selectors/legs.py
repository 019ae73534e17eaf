"""The two legs of recall over one scope: by words and by meaning."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from django.core.cache import cache
from redis.exceptions import RedisError

from apps.memories.domain.lending import LEND_BELOW, LENT_WORDS, SHIFTS
from apps.memories.domain.words import words_of
from apps.memories.types import QueryVector, Scope
from kernel.db.sql import fetch
from kernel.tenancy import current_tenant

EXACT_BELOW = 10_000
"""Memories in scope up to which the dense leg compares with every vector."""
WORTH_REMEMBERING = 2_000
"""Memories of a scope from which its statistics are remembered for a while."""
REMEMBERED_SECONDS = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class ScopeStatistics:
    """What BM25 needs to know of a scope, and what chooses the dense path."""

    memories: int
    average_length: float


def statistics_of(scope: Scope) -> ScopeStatistics:
    """Documents in a scope and their mean length in words, borrowed ones included.

    Counting a large scope takes longer than searching it, so its figures may be up to a minute old.
    """
    name = f"{current_tenant()}:{_palaces(scope)}:{scope.wing}:{scope.room}"
    key = f"scope-statistics:{hashlib.sha256(name.encode()).hexdigest()}"
    with suppress(RedisError):
        known: ScopeStatistics | None = cache.get(key)
        if known is not None:
            return known
    counted = _count(scope)
    if counted.memories >= WORTH_REMEMBERING:
        with suppress(RedisError):
            cache.set(key, counted, timeout=REMEMBERED_SECONDS)
    return counted


def _count(scope: Scope) -> ScopeStatistics:
    (row,) = fetch(
        "SELECT count(*), COALESCE(avg(length + borrowed), 0)::float8 FROM memories_document WHERE tenant_id = %s "
        "AND (%s::uuid[] IS NULL OR palace_id = ANY(%s::uuid[])) AND (%s::uuid IS NULL OR wing_id = %s) "
        "AND (%s::uuid IS NULL OR room_id = %s)",
        [current_tenant(), *_twice(_palaces(scope)), *_twice(scope.wing), *_twice(scope.room)],
    )
    return ScopeStatistics(memories=row[0], average_length=row[1])


def has_words(text: str) -> bool:
    """Whether the lexical leg has anything to look for in a text."""
    return bool(words_of(text))


def find_by_words(
    scope: Scope,
    statistics: ScopeStatistics,
    text: str,
    *,
    among: Sequence[UUID] | None,
    also: Sequence[UUID],
    limit: int,
) -> dict[UUID, float]:
    """BM25 scores of the best `limit` memories, and of those in `also` that match at all."""
    terms = sorted(set(words_of(text)))
    if not terms:
        return {}
    rows = fetch(
        "SELECT memory_id, score FROM memories_find_by_words(%s, %s::uuid[], %s, %s, %s::text[], %s::float8, "
        "%s::float8, %s::integer[], %s::real[], %s, %s, %s::uuid[], %s::uuid[], %s)",
        [
            current_tenant(),
            _palaces(scope),
            scope.wing,
            scope.room,
            terms,
            statistics.memories,
            statistics.average_length,
            [shift for shift, _ in SHIFTS],
            [weight for _, weight in SHIFTS],
            LENT_WORDS,
            LEND_BELOW,
            None if among is None else list(among),
            list(also),
            limit + len(also),
        ],
    )
    return dict(rows)


def find_by_meaning(
    scope: Scope,
    vector: QueryVector,
    *,
    among: Sequence[UUID] | None,
    exact: bool,
    limit: int,
) -> dict[UUID, float]:
    """Cosine similarities of the nearest `limit` memories (of `among`, if given)."""
    rows = fetch(
        "SELECT memory_id, similarity FROM memories_find_by_meaning(%s, %s::uuid[], %s, %s, %s, %s::halfvec, "
        "%s::uuid[], %s, %s)",
        [
            current_tenant(),
            _palaces(scope),
            scope.wing,
            scope.room,
            vector.model_id,
            vector.text,
            None if among is None else list(among),
            exact,
            limit,
        ],
    )
    return dict(rows)


def list_authors(scope: Scope) -> list[str]:
    """Who wrote in a scope (in its wing, where it has one)."""
    rows = fetch(
        "SELECT DISTINCT name FROM memories_author WHERE tenant_id = %s "
        "AND (%s::uuid[] IS NULL OR palace_id = ANY(%s::uuid[])) AND (%s::uuid IS NULL OR wing_id = %s) LIMIT 2000",
        [current_tenant(), *_twice(_palaces(scope)), *_twice(scope.wing)],
    )
    return [row[0] for row in rows]


def _palaces(scope: Scope) -> list[UUID] | None:
    return None if scope.palaces is None else list(scope.palaces)


def _twice(value: object) -> tuple[object, object]:
    return value, value
