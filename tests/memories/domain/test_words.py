"""Which words of a text the lexical index keeps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.memories.domain.words import MAX_WORD, STOP_WORDS, count_words, words_of


@pytest.mark.parametrize("query", ["ERR-7F3A9", "err-7f3a9", "7F3A9", "(ERR-7F3A9)", "ERR-7F3A9."])
def test_an_identifier_is_found_whole_and_by_its_parts(query: str) -> None:
    indexed = words_of("The pump said ERR-7F3A9 again")

    assert set(words_of(query)) <= set(indexed)


@pytest.mark.parametrize(
    ("text", "whole"),
    [("order LM-2026-0417", "lm-2026-0417"), ("v2.3.1", "v2.3.1"), ("id_7", "id_7"), ("at 12:30", "12:30")],
)
def test_what_has_digits_and_several_parts_is_kept_whole_too(text: str, whole: str) -> None:
    assert whole in words_of(text)


def test_two_identifiers_with_a_common_part_stay_distinct() -> None:
    assert "err-7f3a9" not in words_of("ERR-7F3B0")


@pytest.mark.parametrize("text", ["Maya's cat", "Maya’s cat", "MAYA cat"])
def test_a_possessive_is_the_name_itself(text: str) -> None:
    assert words_of(text) == ["maya", "cat"]


@pytest.mark.parametrize("text", ["who're", "we'll", "she’ll", "I'd", "I'm", "you've", "it's", "they're"])
def test_a_contraction_of_stop_words_is_no_other_word(text: str) -> None:
    assert words_of(text) == []


def test_both_apostrophes_make_the_same_word() -> None:
    assert words_of("don't isn't O'Brien l'été") == words_of("don’t isn’t O’Brien l’été")


def test_stop_words_are_left_out_and_digits_stay() -> None:
    assert words_of("What was it that I had at the 3 of them?") == ["3"]
    assert not any(words_of(word) for word in STOP_WORDS)


def test_inflections_of_a_word_meet() -> None:
    assert words_of("swimming") == words_of("swims") == words_of("SWIM")


@pytest.mark.parametrize(
    ("sentence", "query"),
    [
        ("昨日、東京タワーに行きました。", "東京"),
        ("我们明天去北京看长城", "长城"),
        ("안녕하세요 세계", "세계"),
        ("ผมชอบกินข้าวผัด", "ข้าว"),
        ("мы кормили собаку", "собаку"),
        ("ذهبنا إلى السوق", "السوق"),
        ("मुझे हिन्दी पसंद है", "हिन्दी"),
        ("எனக்கு தமிழ் பிடிக்கும்", "தமிழ்"),
        ("הלכנו לַיָּם אתמול", "לַיָּם"),
    ],
)
def test_a_word_inside_a_sentence_of_any_script_is_found(sentence: str, query: str) -> None:
    assert words_of(query)
    assert set(words_of(query)) <= set(words_of(sentence))


def test_scripts_without_spaces_become_overlapping_pairs() -> None:
    assert words_of("東京駅") == ["東京", "京駅"]
    assert words_of("日") == ["日"]


def test_scripts_that_touch_are_told_apart() -> None:
    assert words_of("iPhoneを買う") == ["iphon", "を買", "買う"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("ＦＵＬＬ ｗｉｄｔｈ", "full width"), ("ﬁne", "fine"), ("Straße", "STRASSE"), ("e\u0301te\u0301", "été")],
)
def test_spellings_that_mean_the_same_make_the_same_words(one: str, other: str) -> None:
    assert words_of(one) == words_of(other)


@pytest.mark.parametrize("name", ["İstanbul", "Ağrı", "Łódź", "Nguyễn"])
def test_a_name_with_marks_is_one_word(name: str) -> None:
    assert len(words_of(name)) == 1


@pytest.mark.parametrize("letter", ["a", "é", "ж", "1"])
def test_a_run_of_ten_thousand_letters_is_known_by_its_head(letter: str) -> None:
    (word,) = words_of(letter * 10_000)

    assert len(word) == MAX_WORD


def test_ten_thousand_letters_without_spaces_are_all_found() -> None:
    assert len(words_of("日本" * 5_000)) == 9_999


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u200d", "!?…", "👍🏽", "___", "\ud800"])
def test_a_text_without_words_has_none(text: str) -> None:
    assert words_of(text) == []


def test_words_are_counted_with_repeats() -> None:
    assert count_words("Cats and a cat: 3 cats, 3") == {"cat": 3, "3": 2}


@given(st.text(max_size=300))
def test_no_word_is_empty_too_long_or_has_a_space(text: str) -> None:
    # the index keeps a document's words joined by spaces
    assert all(0 < len(word) <= MAX_WORD and not word.isspace() and " " not in word for word in words_of(text))


@given(st.text(max_size=200))
def test_case_changes_no_word(text: str) -> None:
    assert words_of(text.casefold()) == words_of(text)
