"""What is one memory and what is two; which texts can be stored."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.memories.domain.digests import MAX_CONTENT, check_characters, check_storable, place_digest
from apps.memories.errors import UnstorableText

PLACE = ("palace", "wing", "room", "Maya", None, None, None, None, "talk", 3)


@pytest.mark.parametrize("text", ["thanks!", "THANKS!", "  Thanks! ", "Thanks!\n", "Ｔｈａｎｋｓ!"])
def test_case_width_and_blanks_make_no_second_memory(text: str) -> None:
    assert place_digest(text, PLACE) == place_digest("Thanks!", PLACE)


@pytest.mark.parametrize("text", ["Thanks", "Thanks?", "Thanks!!", "T hanks!", "Thánks!"])
def test_other_letters_or_marks_make_another_memory(text: str) -> None:
    assert place_digest(text, PLACE) != place_digest("Thanks!", PLACE)


@pytest.mark.parametrize("index", range(len(PLACE)))
def test_every_part_of_the_place_counts(index: int) -> None:
    elsewhere = [*PLACE[:index], "elsewhere", *PLACE[index + 1 :]]

    assert place_digest("Thanks!", elsewhere) != place_digest("Thanks!", PLACE)


@pytest.mark.parametrize(
    ("one", "other"),
    [(["a", "b"], ["ab"]), (["a", None], ["a", ""]), ([None, "a"], ["a", None]), ([3], ["3"]), (['a","b'], ["a", "b"])],
)
def test_no_two_places_run_into_each_other(one: list[str | int | None], other: list[str | int | None]) -> None:
    assert place_digest("x", one) != place_digest("x", other)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u2003\u00a0", "\x1f"])
def test_a_blank_text_is_refused(text: str) -> None:
    with pytest.raises(UnstorableText, match="content is empty"):
        check_storable(text)


@pytest.mark.parametrize(
    "text", ["\u200b", "\u202eright to left\u202c", "👩‍👩‍👧‍👦", "\x01", "\ufeff", "\U0010ffff", "\ufffe"]
)
def test_odd_but_valid_text_is_taken(text: str) -> None:
    check_storable(text)


@pytest.mark.parametrize(
    ("text", "position"), [("\x00", 0), ("a\x00", 1), ("👍\x00", 1), ("x" * 100_000 + "\x00" + "x", 100_000)]
)
def test_a_nul_is_refused_with_its_position_in_characters(text: str, position: int) -> None:
    with pytest.raises(UnstorableText, match="NUL") as refused:
        check_storable(text)

    assert refused.value.details == {"field": "content", "position": position}


@pytest.mark.parametrize(("text", "position"), [("\ud800", 0), ("ab\udfff!", 2), ("👍\ud83d", 1), ("\ude00\ud83d", 0)])
def test_a_lone_surrogate_is_refused_with_its_position_in_characters(text: str, position: int) -> None:
    with pytest.raises(UnstorableText, match="surrogate") as refused:
        check_characters(text, field="author")

    assert refused.value.details == {"field": "author", "position": position}


def test_a_text_of_one_mebi_character_is_the_longest() -> None:
    check_storable("x" * MAX_CONTENT)

    with pytest.raises(UnstorableText, match="more than"):
        check_storable("x" * (MAX_CONTENT + 1))


@given(st.text(min_size=1).filter(lambda text: bool(text.strip()) and "\x00" not in text))
def test_all_other_unicode_is_taken(text: str) -> None:
    check_storable(text)
    assert len(place_digest(text, PLACE)) == 64
