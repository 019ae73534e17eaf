"""What goes into and comes out of recall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from apps.billing.types import Usage
from apps.memories.types import StoredMemory
from apps.recall.domain.fusion import Part
from kernel.types import JsonValue


class Path(StrEnum):
    """How the dense leg searched."""

    EXACT = "exact"
    APPROXIMATE = "hnsw"
    WORDS_ONLY = "words_only"
    EMPTY = "empty"


@dataclass(frozen=True, kw_only=True, slots=True)
class RecallRequest:
    """A question and where to look."""

    query: str
    palace: str | None = None
    wing: str | None = None
    room: str | None = None
    filters: JsonValue = None
    k: int = 10
    max_tokens: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Recalled:
    """One memory found, and why."""

    memory: StoredMemory
    score: float
    parts: Sequence[Part]


@dataclass(frozen=True, kw_only=True, slots=True)
class RecallAnswer:
    """What was found; `tokens` counts the texts by the embedder's tokenizer."""

    items: Sequence[Recalled]
    path: Path
    tokens: int
    usage: Usage
