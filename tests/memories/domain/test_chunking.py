"""Texts are cut to the embedder's window without losing a character."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.memories.domain.chunking import Span, cut


def count_words(text: str) -> int:
    """A token for each word begun."""
    return len(text.split())


def count_jamo(text: str) -> int:
    """A tokenizer that takes a Hangul syllable apart, as real ones do."""
    return sum(3 if "\uac00" <= character <= "\ud7a3" else 1 for character in text)


def pieces(text: str, spans: list[Span]) -> list[str]:
    return [text[span.start : span.end] for span in spans]


@given(st.text(max_size=400), st.integers(3, 40))
def test_the_spans_are_the_text_in_order_without_gap_or_overlap(text: str, window: int) -> None:
    for count in (len, count_words, count_jamo):
        spans = cut(text, window=window, count=count)

        assert "".join(pieces(text, spans)) == text
        assert all(a.end == b.start for a, b in zip(spans, spans[1:], strict=False))


@given(st.text(alphabet="ab .!?\n한。字", max_size=400), st.integers(3, 40))
def test_no_span_exceeds_the_window_by_the_counter(text: str, window: int) -> None:
    for count in (len, count_words, count_jamo):
        assert all(count(piece) <= window for piece in pieces(text, cut(text, window=window, count=count)))


@given(st.text(min_size=1, max_size=400), st.integers(3, 40))
def test_no_span_is_empty(text: str, window: int) -> None:
    assert all(span.start < span.end for span in cut(text, window=window, count=len))


def test_a_text_that_fits_is_one_span() -> None:
    assert cut("Short.", window=3, count=count_words) == [Span(start=0, end=6)]


def test_a_long_text_is_cut_where_sentences_end() -> None:
    text = "One two three. Four five six! Seven eight nine? Ten."

    spans = cut(text, window=4, count=count_words)

    assert pieces(text, spans) == ["One two three. ", "Four five six! ", "Seven eight nine? Ten."]


def test_a_long_sentence_is_cut_between_words() -> None:
    text = "word " * 100

    assert all(piece.startswith("w") for piece in pieces(text, cut(text, window=10, count=count_words)))


def test_one_mebi_character_without_a_space_is_cut_within_seconds() -> None:
    text = "x" * (1024 * 1024)
    started = time.perf_counter()

    spans = cut(text, window=254, count=len)

    assert spans[-1].end == len(text)
    assert all(span.end - span.start <= 254 for span in spans)
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize("filler", ["word ", "x", "Ein Satz. ", "字", "\n"])
def test_a_needle_at_the_end_of_two_hundred_thousand_characters_is_in_a_span(filler: str) -> None:
    text = (filler * 200_000)[:200_000] + " the key is under the blue pot"

    spans = cut(text, window=254, count=len)

    assert any("blue pot" in piece for piece in pieces(text, spans))


def test_a_syllable_of_several_tokens_is_counted_and_not_guessed() -> None:
    text = "한" * 100

    assert all(count_jamo(piece) <= 120 for piece in pieces(text, cut(text, window=120, count=count_jamo)))


def test_a_character_too_large_for_the_window_stays_whole() -> None:
    assert pieces("한한", cut("한한", window=2, count=count_jamo)) == ["한", "한"]
