"""Shortening."""

from hypothesis import given
from hypothesis import strategies as st

from apps.agents.domain.capping import cap


@given(text=st.text(max_size=400), limit=st.integers(0, 400))
def test_a_capped_text_never_exceeds_its_limit(text: str, limit: int) -> None:
    assert len(cap(text, limit)) <= limit


@given(text=st.text(max_size=400))
def test_a_text_that_fits_is_left_alone(text: str) -> None:
    assert cap(text, len(text)) == text


def test_head_tail_and_the_size_of_the_gap_are_kept() -> None:
    assert cap("h" * 500 + "t" * 500, 42) == "hhhhh\n[… 990 characters left out …]\nttttt"
