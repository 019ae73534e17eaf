"""Bodies of recall."""

from __future__ import annotations

from typing import Annotated, Self, cast

from pydantic import Field, JsonValue

from apps.memories.types import StoredMemory
from apps.recall.domain.fusion import Leg, Part
from apps.recall.types import Path, Recalled, RecallRequest
from kernel.http.schemas import In, NoticeOut, Out, UsageOut

Name = Annotated[str, Field(min_length=1, max_length=200)]


class RecallIn(In):
    """A question and where to look."""

    query: str
    palace: Name | None = None
    wing: Name | None = None
    room: Name | None = None
    filters: dict[str, JsonValue] | None = None
    k: Annotated[int, Field(ge=1, le=200)] = 10
    max_tokens: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    explain: bool = False

    def to_request(self) -> RecallRequest:
        """The same for the service."""
        return RecallRequest(**self.model_dump(exclude={"explain"}))


class PartOut(Out):
    """What one leg gave: its own score and rank, that score scaled, its weight, and what it added."""

    leg: Leg
    raw: float | None
    rank: int | None
    score: float
    weight: float
    contribution: float

    @classmethod
    def of(cls, part: Part) -> Self:
        """A part for the wire."""
        return cls(
            leg=part.leg,
            raw=part.raw,
            rank=part.rank,
            score=part.score,
            weight=part.weight,
            contribution=part.contribution,
        )


class RecalledOut(StoredMemory):
    """A memory found: its score, what each leg added to it, and in detail if asked."""

    score: float
    signals: dict[Leg, float]
    explain: list[PartOut] | None = None

    @classmethod
    def found(cls, item: Recalled, *, explain: bool) -> Self:
        """An item for the wire."""
        # not validated: the values come from our own objects
        found = cls.model_construct(
            **dict(item.memory),
            score=item.score,
            signals={part.leg: part.contribution for part in item.parts},
            explain=[PartOut.of(part) for part in item.parts] if explain else None,
        )
        return cast(Self, found)


class RecallOut(Out):
    """What was found, what it cost in tokens, time and money, and how the dense leg searched."""

    items: list[RecalledOut]
    tokens: int
    took_ms: float
    path: Path
    usage: UsageOut
    notices: list[NoticeOut]
