"""What an embedding model is to us."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class EmbedderMissing(Exception):
    """The model's files are not on this machine, or are not the ones we know."""


class Embedder(Protocol):
    """Turns texts into unit vectors of one space."""

    @property
    def model_id(self) -> str:
        """Names the vector space: vectors of different ids are never compared."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        ...

    @property
    def window(self) -> int:
        """Tokens of one text that the model reads; the rest of a longer one is not seen."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, one row for each text, in order."""
        ...

    def count_tokens(self, text: str) -> int:
        """Tokens in a text by the model's own tokenizer."""
        ...
