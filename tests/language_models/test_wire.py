"""Lines, events and stop sequences, however the network cuts them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language_models.errors import Unavailable
from language_models.stops import StopCutter, cut
from language_models.wire import events, lines


@given(texts=st.lists(st.text(max_size=20), max_size=6), size=st.integers(1, 9), crlf=st.booleans())
def test_events_arrive_whole_however_the_stream_is_cut(texts: list[str], size: int, crlf: bool) -> None:
    end = "\r\n" if crlf else "\n"
    payloads = [json.dumps({"t": text}, ensure_ascii=False) for text in texts]
    stream = "".join(f"event: x{end}data: {p}{end}{end}: note{end}{end}" for p in payloads).encode("utf-8", "replace")
    chunks = iter([stream[at : at + size] for at in range(0, len(stream), size)])

    assert [json.loads(data) for data in events(lines(chunks))] == [
        {"t": text.encode("utf-8", "replace").decode()} for text in texts
    ]


def test_data_over_several_lines_is_one_event_and_the_last_needs_no_blank_line() -> None:
    assert list(events(iter(["data:a", "data: b", "", "data: c"]))) == ["a\nb", "c"]


def test_a_line_that_never_ends_is_not_read_to_the_end() -> None:
    with pytest.raises(Unavailable):
        list(lines(iter([b"x" * 60] * 1_000), longest=100))


STOPS = st.lists(st.text("ab\n", min_size=1, max_size=4), max_size=3).map(tuple)


@given(text=st.text("abc\n", max_size=60), stops=STOPS, size=st.integers(1, 7))
def test_a_text_is_cut_at_its_first_stop_however_it_arrives(text: str, stops: tuple[str, ...], size: int) -> None:
    cutter = StopCutter(stops)
    shown = "".join(cutter.feed(text[at : at + size]) for at in range(0, len(text), size)) + cutter.finish()
    first = min((at for stop in stops if (at := text.find(stop)) >= 0), default=len(text))

    assert cut(text, stops) == text[:first]
    assert text.startswith(shown)
    assert not any(stop in shown for stop in stops)
