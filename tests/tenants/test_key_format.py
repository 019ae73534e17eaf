"""The format of API keys. These tests reach no database: the blocker would raise."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.tenants.domain.api_keys import make_key, read_key
from apps.tenants.errors import BadApiKey
from apps.tenants.services import actor_of_key_text

KEY = make_key()
LETTERS = string.ascii_letters + string.digits + "_-é "


def test_a_new_key_reads_back_as_itself() -> None:
    key = make_key()

    assert read_key(key.text) == key


def test_a_key_has_the_documented_shape() -> None:
    assert re.fullmatch(r"enf_live_\w{12}_\w{49}", make_key().text)
    assert re.fullmatch(r"enf_test_\w{12}_\w{49}", make_key(live=False).text)


def test_two_keys_differ() -> None:
    assert make_key().text != make_key().text


def test_a_key_does_not_show_itself_in_a_log() -> None:
    assert KEY.text not in repr(KEY)


def test_prefix_and_last_four_give_little_of_the_key_away() -> None:
    assert KEY.text.startswith(KEY.prefix)
    assert KEY.text.endswith(KEY.last4)
    assert len(KEY.text) - len(KEY.prefix) - len(KEY.last4) == 45


def test_a_key_matches_its_digest_only() -> None:
    assert KEY.matches(KEY.digest)
    assert not KEY.matches(make_key().digest)


@given(at=st.integers(0, len(KEY.text) - 1), letter=st.sampled_from(LETTERS))
def test_any_one_changed_character_is_refused_without_asking_the_database(at: int, letter: str) -> None:
    changed = KEY.text[:at] + letter + KEY.text[at + 1 :]

    if changed != KEY.text:
        with pytest.raises(BadApiKey):
            actor_of_key_text(changed)


@given(at=st.integers(0, len(KEY.text) - 2))
def test_two_swapped_characters_are_refused(at: int) -> None:
    text = KEY.text
    swapped = text[:at] + text[at + 1] + text[at] + text[at + 2 :]

    assert swapped == text or read_key(swapped) is None


@given(text=st.text(max_size=100))
def test_any_other_text_is_refused(text: str) -> None:
    assert read_key(text) is None


@pytest.mark.parametrize(
    "text", ["", " ", KEY.text + " ", KEY.text + "\n", KEY.text[:-1], KEY.text.lower(), "Bearer " + KEY.text]
)
def test_a_key_with_anything_more_or_less_is_refused(text: str) -> None:
    assert read_key(text) is None
