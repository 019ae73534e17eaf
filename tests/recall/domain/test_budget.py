"""A ranked list is fitted into a number of tokens."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from apps.recall.domain.budget import within

sizes = st.lists(st.integers(0, 50), max_size=30)


@given(sizes, st.integers(0, 200))
def test_the_budget_is_never_exceeded(items: list[int], tokens: int) -> None:
    assert sum(within(items, tokens=tokens, size=int)) <= tokens


@given(sizes, st.integers(0, 200))
def test_the_order_stays(items: list[int], tokens: int) -> None:
    numbered = list(enumerate(items))
    kept = within(numbered, tokens=tokens, size=lambda item: item[1])

    assert kept == sorted(kept)


@given(sizes, st.integers(0, 200))
def test_nothing_that_would_still_fit_is_left_out(items: list[int], tokens: int) -> None:
    kept = within(items, tokens=tokens, size=int)
    left = tokens - sum(kept)

    assert len(kept) == len(items) or any(size > left for size in items)


def test_one_too_large_is_passed_over_for_smaller_ones_after_it() -> None:
    assert within([30, 200, 60, 10], tokens=100, size=int) == [30, 60, 10]


def test_what_fits_exactly_is_kept() -> None:
    assert within([60, 40, 1], tokens=100, size=int) == [60, 40]
