"""Recall: one search over a scope by several legs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.billing import services as billing
from apps.billing.types import Meter
from apps.memories.selectors import browsing, legs, reading
from apps.memories.services import embedding
from apps.memories.types import Candidate, Condition, QueryVector, Scope
from apps.recall.domain.budget import within
from apps.recall.domain.fusion import ASKING_SHARE, WHEN_SHARE, Fused, Leg, fuse
from apps.recall.domain.questions import Question, only_asks, read_question, tells_time
from apps.recall.errors import BadQuestion
from apps.recall.types import Path, RecallAnswer, Recalled, RecallRequest
from kernel.actors import Actor, Permission

DEPTH = 100
"""Candidates that each leg nominates, at least."""
MAX_QUERY = 10_000


@dataclass(frozen=True, kw_only=True, slots=True)
class _Search:
    """One search under way: where, for what, how deep, and among which memories (None: all in scope)."""

    scope: Scope
    question: Question
    statistics: legs.ScopeStatistics
    vector: QueryVector | None
    """The question's vector; None where the embedder is missing."""
    among: Sequence[UUID] | None
    depth: int

    @property
    def path(self) -> Path:
        """Exact where comparing with every vector is quick, or a filter has named the memories."""
        if self.vector is None:
            return Path.WORDS_ONLY
        is_small = self.statistics.memories <= legs.EXACT_BELOW
        return Path.EXACT if is_small or self.among is not None else Path.APPROXIMATE


def recall(actor: Actor, request: RecallRequest, *, at: datetime) -> RecallAnswer:
    """The memories that answer a question best, within the token budget if one is given."""
    actor.require(Permission.MEMORY_READ)
    _check(request.query)
    condition = browsing.read_filter(request.filters)
    scope = browsing.find_scope(actor, palace=request.palace, wing=request.wing, room=request.room)
    ranked, path = ([], Path.EMPTY) if scope is None else _rank(actor, request, scope, condition)
    items, tokens = _fit(actor, ranked, request)
    usage = billing.charge(actor, Meter.MEMORY_RECALL, at=at)
    return RecallAnswer(items=items, path=path, tokens=tokens, usage=usage)


def _check(query: str) -> None:
    if not query.strip() or len(query) > MAX_QUERY:
        raise BadQuestion(f"query must have 1 to {MAX_QUERY} characters.", field="query")
    browsing.check_searchable(query)


def _rank(actor: Actor, request: RecallRequest, scope: Scope, condition: Condition) -> tuple[list[Fused[UUID]], Path]:
    question = read_question(request.query, legs.list_authors(scope))
    search = _Search(
        scope=scope,
        question=question,
        statistics=legs.statistics_of(scope),
        vector=embedding.embed_query(question.for_meaning),
        among=_named_by_filter(actor, scope, condition),
        depth=max(DEPTH, request.k),
    )
    if search.statistics.memories == 0 or (search.among is not None and not search.among):
        return [], Path.EMPTY
    words, dense = _nominate(search)
    candidates = reading.list_candidates(actor, {**words, **dense})
    scores = {Leg.LEXICAL: words, Leg.DENSE: dense, **_preferences(question, candidates)}
    newest_first = sorted((candidate.id for candidate in candidates), reverse=True)
    return fuse(newest_first, scores, limit=request.k), search.path


def _named_by_filter(actor: Actor, scope: Scope, condition: Condition) -> list[UUID] | None:
    """The memories that meet a filter, for the legs to search among; None without a filter."""
    if condition.is_everything:
        return None
    return list(browsing.matching(actor, condition, scope).values_list("id", flat=True))


def _nominate(search: _Search) -> tuple[dict[UUID, float], dict[UUID, float]]:
    """Scores by words and by meaning; what either leg nominates, the other scores too."""
    dense = _by_meaning(search, search.among, exact=search.path is Path.EXACT, limit=search.depth)
    words = legs.find_by_words(
        search.scope,
        search.statistics,
        # a question of nothing but names is after the turns that say them
        search.question.for_words if legs.has_words(search.question.for_words) else search.question.text,
        among=search.among,
        also=list(dense),
        limit=search.depth,
    )
    unknown = [memory_id for memory_id in words if memory_id not in dense]
    return words, dense | _by_meaning(search, unknown, exact=True, limit=len(unknown))


def _by_meaning(search: _Search, among: Sequence[UUID] | None, *, exact: bool, limit: int) -> dict[UUID, float]:
    if search.vector is None or limit == 0:
        return {}
    return legs.find_by_meaning(search.scope, search.vector, among=among, exact=exact, limit=limit)


def _preferences(question: Question, candidates: Sequence[Candidate]) -> dict[Leg, dict[UUID, float]]:
    return {
        Leg.TIME: {candidate.id: _time_share(question, candidate) for candidate in candidates},
        Leg.AUTHOR: {candidate.id: _author_share(question, candidate) for candidate in candidates},
    }


def _time_share(question: Question, candidate: Candidate) -> float:
    share = WHEN_SHARE if question.asks_when and tells_time(candidate.content) else 0.0
    when = candidate.occurred_at
    if when is None or not question.dates:
        return share
    return share + max(mention.closeness(when) for mention in question.dates)


def _author_share(question: Question, candidate: Candidate) -> float:
    share = float(question.author is not None and candidate.author == question.author)
    if question.is_between_people and only_asks(candidate.content):
        share += ASKING_SHARE
    return share


def _fit(actor: Actor, ranked: Sequence[Fused[UUID]], request: RecallRequest) -> tuple[list[Recalled], int]:
    memories = {memory.id: memory for memory in reading.list_by_id(actor, [one.key for one in ranked])}
    items = [
        Recalled(memory=memories[one.key], score=one.score, parts=one.parts) for one in ranked if one.key in memories
    ]
    sizes = {item.memory.id: embedding.count_tokens(item.memory.content) for item in items}
    if request.max_tokens is not None:
        items = within(items, tokens=request.max_tokens, size=lambda item: sizes[item.memory.id])
    return items, sum(sizes[item.memory.id] for item in items)
