"""Fuses the legs: weighted sums of scores scaled to [0, 1] over the union of all candidates.

Not reciprocal ranks: they lose 1 to 2.5 points of recall over the same legs, since they let the
weaker leg in at full weight. The weights are data, chosen on development data; see docs/adr.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar


class Leg(StrEnum):
    """A channel by which a memory is found or preferred."""

    LEXICAL = "lexical"
    DENSE = "dense"
    TIME = "time"
    AUTHOR = "author"


WEIGHTS: dict[Leg, float] = {Leg.LEXICAL: 0.5, Leg.DENSE: 0.9, Leg.TIME: 0.4, Leg.AUTHOR: 0.5}
WHEN_SHARE = 0.15 / 0.4
"""How much of the time leg a turn gets that tells some time when the question is "when …?"."""
ASKING_SHARE = -0.25 / 0.5
"""How much of the author leg a turn loses that only asks, between people."""

SCALED = frozenset({Leg.LEXICAL, Leg.DENSE})
"""Legs whose raw scores have no fixed range; the others are shares in [-1, 1] already."""

Key = TypeVar("Key")


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """What one leg gave one candidate."""

    leg: Leg
    raw: float | None
    """The leg's own score; None where the leg does not know the candidate."""
    rank: int | None
    """Place among the candidates that the leg knows, from 1."""
    score: float
    weight: float

    @property
    def contribution(self) -> float:
        """What it adds to the fused score."""
        return self.weight * self.score


@dataclass(frozen=True, kw_only=True, slots=True)
class Fused(Generic[Key]):
    """A candidate with its score and where that comes from."""

    key: Key
    score: float
    parts: tuple[Part, ...]


def fuse(
    candidates: Sequence[Key],
    legs: Mapping[Leg, Mapping[Key, float]],
    weights: Mapping[Leg, float] = WEIGHTS,
    *,
    limit: int | None = None,
) -> list[Fused[Key]]:
    """The best `limit` candidates by falling score; equal scores keep their order."""
    views = {leg: _View(leg, candidates, raw, weights[leg]) for leg, raw in legs.items()}
    if Leg.DENSE in views:
        views[Leg.DENSE].stand_in = views.get(Leg.LEXICAL)
    totals = {key: sum(view.weight * view.score(key) for view in views.values()) for key in candidates}
    best = sorted(candidates, key=lambda key: -totals[key])[:limit]
    return [Fused(key=key, score=totals[key], parts=tuple(view.part(key) for view in views.values())) for key in best]


class _View(Generic[Key]):
    """One leg's scores of the candidates, scaled; parts are made for the few that are shown."""

    def __init__(self, leg: Leg, candidates: Sequence[Key], raw: Mapping[Key, float], weight: float) -> None:
        self.leg, self.raw, self.weight = leg, raw, weight
        self.stand_in: _View[Key] | None = None
        """Whose score counts where this leg does not know a candidate: what was just written has no vector yet."""
        self.known = sorted((raw[key] for key in candidates if key in raw), reverse=True)
        self.low, self.high = self._range(len(candidates))

    def score(self, key: Key) -> float:
        """The leg's score scaled to [0, 1]; where it does not know the candidate its stand-in's, else 0."""
        value = self.raw.get(key)
        if value is None:
            return self.stand_in.score(key) if self.stand_in and self.known else 0.0
        return (value - self.low) / (self.high - self.low) if self.high > self.low else float(value > 0)

    def part(self, key: Key) -> Part:
        """What the leg gave this candidate."""
        value = self.raw.get(key)
        is_nothing = value == 0 and self.leg not in SCALED
        rank = None if value is None or is_nothing else self.known.index(value) + 1
        return Part(leg=self.leg, raw=value, rank=rank, score=self.score(key), weight=self.weight)

    def _range(self, candidates: int) -> tuple[float, float]:
        if self.leg not in SCALED or not self.known:
            return 0.0, 1.0
        # BM25 gives 0 to what shares no word with the question, so 0 is its floor unless all share one
        is_partly_unknown = self.leg is Leg.LEXICAL and len(self.known) < candidates
        return 0.0 if is_partly_unknown else self.known[-1], self.known[0]
