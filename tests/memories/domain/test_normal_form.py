"""Texts are brought into normal form in time that grows with their length."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.memories.domain.digests import MAX_CONTENT, place_digest
from apps.memories.domain.normal_form import MARKS_AT_ONCE, NO_WORK, normal_form
from apps.memories.domain.words import words_of


@pytest.mark.parametrize("marks", ["\u0301\u0323", "\u0f73\u0f71", "\uff9e\u0301"])
def test_the_longest_run_of_accents_is_no_work_for_minutes(marks: str) -> None:
    text = "a" + marks * (MAX_CONTENT // 2)
    started = time.process_time()

    words_of(text)
    place_digest(text, [])

    assert time.process_time() - started < 10


@given(st.text(min_size=1))
def test_a_text_without_long_runs_of_marks_has_the_form_that_unicode_gives_it(text: str) -> None:
    long = f"{text} " * (NO_WORK // len(text) + 1)

    assert normal_form(long) == unicodedata.normalize("NFKC", long)


@pytest.mark.parametrize("accents", [1, 2, MARKS_AT_ONCE - 1])
def test_marks_in_another_order_are_the_same_text(accents: int) -> None:
    rest = "q" * NO_WORK

    assert normal_form("q\u0323" + "\u0301" * accents + rest) == normal_form("q" + "\u0301" * accents + "\u0323" + rest)
