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
    candidates: Sequence[Key], legs: Mapping[Leg, Mapping[Key, float]], weights: Mapping[Leg, float] = WEIGHTS
) -> list[Fused[Key]]:
    """Candidates by falling score (equal scores keep their order); each leg maps candidates to raw scores."""
    by_leg = {leg: _parts(leg, candidates, raw, weights[leg]) for leg, raw in legs.items()}
    fused = []
    for index, key in enumerate(candidates):
        parts = tuple(parts[index] for parts in by_leg.values())
        fused.append(Fused(key=key, score=sum(part.contribution for part in parts), parts=parts))
    return sorted(fused, key=lambda one: -one.score)


def _parts(leg: Leg, candidates: Sequence[Key], raw: Mapping[Key, float], weight: float) -> list[Part]:
    known = [raw[key] for key in candidates if key in raw]
    low, high = _range(leg, candidates, known)
    places = {value: place for place, value in reversed(list(enumerate(sorted(known, reverse=True), 1)))}
    return [
        Part(
            leg=leg,
            raw=raw.get(key),
            rank=places[raw[key]] if key in raw else None,
            score=_scaled(raw[key], low, high) if key in raw else 0.0,
            weight=weight,
        )
        for key in candidates
    ]


def _range(leg: Leg, candidates: Sequence[Key], known: Sequence[float]) -> tuple[float, float]:
    if leg not in SCALED or not known:
        return 0.0, 1.0
    # BM25 gives 0 to what shares no word with the question, so 0 is its floor unless all share one
    floor = 0.0 if leg is Leg.LEXICAL and len(known) < len(candidates) else min(known)
    return floor, max(known)


def _scaled(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else float(value > 0)
