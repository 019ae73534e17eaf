"""Limits that make no sense are refused when they are written down."""

from __future__ import annotations

import pytest

from apps.sandbox.runtime.limits import MIB, Limits


@pytest.mark.parametrize(
    "unusable",
    [{"cpu_s": 0.0}, {"wall_s": -1.0}, {"memory_bytes": 10 * MIB}, {"tool_calls": -1}, {"output_bytes": -1}],
)
def test_an_unusable_limit_is_refused(unusable: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"needs|negative"):
        Limits(**unusable)  # type: ignore[arg-type]  # each is one field's own kind of number


def test_the_least_memory_is_accepted() -> None:
    assert Limits(memory_bytes=64 * MIB, tool_calls=0).tool_calls == 0
