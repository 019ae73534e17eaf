"""Scores of several legs become one order."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.recall.domain.fusion import WEIGHTS, Fused, Leg, fuse

KEYS = [f"m{number}" for number in range(12)]
scores = st.dictionaries(st.sampled_from(KEYS), st.floats(-50, 50, allow_nan=False), max_size=len(KEYS))
shares = st.dictionaries(st.sampled_from(KEYS), st.floats(-1, 1, allow_nan=False), max_size=len(KEYS))
all_legs = st.fixed_dictionaries(
    {
        Leg.LEXICAL: st.dictionaries(st.sampled_from(KEYS), st.floats(0.001, 50), max_size=len(KEYS)),
        Leg.DENSE: scores,
        Leg.TIME: shares,
        Leg.AUTHOR: shares,
    }
)
Legs = dict[Leg, dict[str, float]]


def by_key(fused: list[Fused[str]]) -> dict[str, float]:
    return {one.key: one.score for one in fused}


@given(all_legs, st.integers())
def test_the_order_of_candidates_and_legs_changes_no_score(legs: Legs, seed: int) -> None:
    shuffled = random.Random(seed).sample(KEYS, len(KEYS))
    turned = dict(reversed(legs.items()))

    assert by_key(fuse(shuffled, turned)) == pytest.approx(by_key(fuse(KEYS, legs)))


@given(all_legs, st.sampled_from([Leg.LEXICAL, Leg.DENSE]), st.floats(0.5, 10))
def test_the_scale_of_a_leg_changes_nothing(legs: Legs, leg: Leg, factor: float) -> None:
    scaled = {**legs, leg: {key: raw * factor for key, raw in legs[leg].items()}}

    assert by_key(fuse(KEYS, scaled)) == pytest.approx(by_key(fuse(KEYS, legs)), abs=1e-6)


@given(all_legs)
def test_every_candidate_comes_back_once_best_first(legs: Legs) -> None:
    fused = fuse(KEYS, legs)

    assert sorted(one.key for one in fused) == sorted(KEYS)
    assert [one.score for one in fused] == sorted((one.score for one in fused), reverse=True)


@given(all_legs)
def test_the_parts_sum_to_the_score(legs: Legs) -> None:
    for one in fuse(KEYS, legs):
        assert math.isclose(sum(part.contribution for part in one.parts), one.score, abs_tol=1e-12)
        assert all(part.contribution == part.weight * part.score for part in one.parts)


@given(all_legs)
def test_what_the_searching_legs_give_lies_between_nothing_and_one(legs: Legs) -> None:
    for one in fuse(KEYS, legs):
        assert all(0 <= part.score <= 1 for part in one.parts if part.leg in (Leg.LEXICAL, Leg.DENSE))


@given(all_legs)
def test_a_better_raw_score_is_never_worth_less(legs: Legs) -> None:
    for leg in (Leg.LEXICAL, Leg.DENSE):
        parts = [part for one in fuse(KEYS, legs) for part in one.parts if part.leg is leg and part.raw is not None]
        for worse, better in pairwise(sorted(parts, key=lambda part: part.raw or 0.0)):
            assert worse.score <= better.score
            assert (worse.rank or 0) >= (better.rank or 0)


@given(all_legs)
def test_a_leg_of_no_weight_decides_nothing(legs: Legs) -> None:
    without = fuse(KEYS, {leg: raw for leg, raw in legs.items() if leg is not Leg.DENSE})

    assert by_key(fuse(KEYS, legs, {**WEIGHTS, Leg.DENSE: 0.0})) == pytest.approx(by_key(without))


def test_a_candidate_that_a_leg_does_not_know_gets_nothing_from_it() -> None:
    fused = fuse(["a", "b"], {Leg.DENSE: {"a": 0.2}})

    part = next(one.parts[0] for one in fused if one.key == "b")
    assert (part.raw, part.rank, part.score) == (None, None, 0.0)


def test_ranks_count_from_one_and_equals_share_theirs() -> None:
    fused = fuse(["a", "b", "c", "d"], {Leg.LEXICAL: {"a": 1.0, "b": 3.0, "c": 3.0, "d": 2.0}})

    assert {one.key: one.parts[0].rank for one in fused} == {"a": 4, "b": 1, "c": 1, "d": 3}


def test_equal_scores_keep_the_order_given() -> None:
    assert [one.key for one in fuse(["c", "a", "b"], {Leg.LEXICAL: {}})] == ["c", "a", "b"]


def test_a_single_candidate_gets_the_whole_of_its_legs() -> None:
    (only,) = fuse(["a"], {Leg.LEXICAL: {"a": 0.1}, Leg.DENSE: {"a": 0.4}})

    assert only.score == WEIGHTS[Leg.LEXICAL] + WEIGHTS[Leg.DENSE]


def test_sharing_no_word_is_the_floor_of_the_lexical_leg() -> None:
    fused = by_key(fuse(["a", "b", "c"], {Leg.LEXICAL: {"a": 4.0, "b": 2.0}}, {Leg.LEXICAL: 1.0}))

    assert fused == {"a": 1.0, "b": 0.5, "c": 0.0}


def test_no_candidates_make_no_result() -> None:
    assert fuse([], {Leg.LEXICAL: {}, Leg.DENSE: {}}) == []
