"""Conversation files: what becomes a turn, and which line is at fault."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.memories.domain.conversation_files import Fault, Format, Turn, guess_format, read
from apps.memories.errors import BadFile

CET = timezone(timedelta(hours=1))


def jsonl(*lines: object) -> str:
    return "\n".join(json.dumps(line) for line in lines)


def turns(text: str, form: Format = Format.JSONL) -> list[Turn]:
    found = list(read(text, form))
    assert all(isinstance(one, Turn) for one in found), found
    return [one for one in found if isinstance(one, Turn)]


def faults(text: str, form: Format = Format.JSONL) -> list[tuple[int, str]]:
    return [(one.line, one.problem) for one in read(text, form) if isinstance(one, Fault)]


def test_a_line_of_json_is_a_turn_with_all_its_fields() -> None:
    line = {
        "content": "Hi!",
        "author": "Maya",
        "conversation_id": "c1",
        "position": 4,
        "occurred_at": "2026-01-04T18:02:00+01:00",
        "wing": "friends",
        "room": "pets",
        "kind": "note",
        "metadata": {"mood": "good"},
    }

    assert turns(jsonl(line)) == [
        Turn(
            content="Hi!",
            author="Maya",
            conversation_id="c1",
            position=4,
            occurred_at=datetime(2026, 1, 4, 18, 2, tzinfo=CET),
            wing="friends",
            room="pets",
            kind="note",
            metadata={"mood": "good"},
        )
    ]


@pytest.mark.parametrize("key", ["content", "text", "message"])
def test_the_text_may_stand_under_other_common_keys(key: str) -> None:
    assert turns(jsonl({key: "Hi!", "speaker": "Tom", "session_id": "s"}))[0] == Turn(
        content="Hi!", author="Tom", conversation_id="s", position=0
    )


def test_fields_that_mean_nothing_to_us_become_metadata() -> None:
    (turn,) = turns(jsonl({"content": "Hi!", "lang": "en", "metadata": {"lang": "de", "x": 1}}))

    assert turn.metadata == {"lang": "en", "x": 1}


def test_facets_of_a_line_are_facets_and_the_same_keys_inside_metadata_are_data() -> None:
    (turn,) = turns(jsonl({"content": "Hi!", "user_id": "u1", "metadata": {"user_id": "u2"}}))

    assert (turn.user_id, turn.metadata) == ("u1", {"user_id": "u2"})


def test_turns_without_a_position_are_counted_within_their_conversation() -> None:
    lines = [{"content": str(n), "conversation_id": name} for n, name in enumerate("aabab")]

    assert [(turn.conversation_id, turn.position) for turn in turns(jsonl(*lines))] == [
        ("a", 0),
        ("a", 1),
        ("b", 0),
        ("a", 2),
        ("b", 1),
    ]


def test_counting_goes_on_after_a_given_position() -> None:
    lines = [{"content": "x", "conversation_id": "a", "position": 7}, {"content": "y", "conversation_id": "a"}]

    assert [turn.position for turn in turns(jsonl(*lines))] == [7, 8]


@pytest.mark.parametrize("position", [-1, 2_000_000_001, 10**30, True])
def test_a_position_that_no_memory_can_have_is_a_fault(position: object) -> None:
    ((line, problem),) = faults(jsonl({"content": "x", "conversation_id": "a", "position": position}))

    assert line == 1
    assert "position" in problem


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-01-04T18:02:00+01:00", datetime(2026, 1, 4, 17, 2, tzinfo=UTC)),
        ("2026-01-04T17:02:00Z", datetime(2026, 1, 4, 17, 2, tzinfo=UTC)),
        ("2026-01-04 17:02", datetime(2026, 1, 4, 17, 2, tzinfo=UTC)),
        ("2026-01-04", datetime(2026, 1, 4, tzinfo=UTC)),
        (1767546120, datetime(2026, 1, 4, 17, 2, tzinfo=UTC)),
        (1767546120.5, datetime(2026, 1, 4, 17, 2, 0, 500_000, tzinfo=UTC)),
        (None, None),
    ],
)
def test_times_are_iso_or_unix_seconds_and_utc_where_they_name_no_zone(written: object, meant: datetime | None) -> None:
    assert turns(jsonl({"content": "x", "timestamp": written}))[0].occurred_at == meant


@pytest.mark.parametrize(
    "written",
    [
        "soon",
        "2026-13-01",
        "2026-02-30T10:00:00Z",
        1e20,
        -1e20,
        1767546120000,
        True,
        [2026],
        "0001-01-01T00:00:00+05:00",
    ],
)
def test_a_time_that_cannot_be_read_is_a_fault_of_its_line(written: object) -> None:
    assert [line for line, _ in faults(jsonl({"content": "x"}, {"content": "y", "date": written}))] == [2]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "not JSON"),
        ("[1, 2]", "not a JSON object"),
        ('"text"', "not a JSON object"),
        ("null", "not a JSON object"),
        ("{}", "no text"),
        ('{"content": ""}', "no text"),
        ('{"content": "  "}', "no text"),
        ('{"content": 3}', "no text"),
        ("[" * 100_000, "not JSON"),
        ('{"content": "x", "n": ' + "9" * 5_000 + "}", "not JSON"),
    ],
)
def test_a_faulty_line_is_named_by_its_number_and_the_others_are_read(line: str, problem: str) -> None:
    text = f'{{"content": "before"}}\n\n{line}\n{{"content": "after"}}\n'

    found = list(read(text, Format.JSONL))

    assert [one.content if isinstance(one, Turn) else one.line for one in found] == ["before", 3, "after"]
    assert problem in faults(text)[0][1]


@pytest.mark.parametrize("text", ["", "  \n\r\n", "\ufeff", "\ufeff\n"])
@pytest.mark.parametrize("form", Format)
def test_an_empty_file_is_refused(text: str, form: Format) -> None:
    with pytest.raises(BadFile, match="empty"):
        read(text, form)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_make_no_difference(end: str, mark: str) -> None:
    lines = mark + end.join(['{"content": "one"}', '{"content": "two"}', ""])
    spoken = mark + end.join(["Maya: one", "Tom: two", ""])
    paragraphs = mark + end.join(["one", "", "two", ""])

    assert [turn.content for turn in turns(lines)] == ["one", "two"]
    assert [turn.content for turn in turns(spoken, Format.TEXT)] == ["one", "two"]
    assert [turn.content for turn in turns(paragraphs, Format.TEXT)] == ["one", "two"]


def test_unusual_line_separators_inside_a_text_cut_nothing() -> None:
    text = "a\u2028b\x0bc\x85d"

    assert turns(json.dumps({"content": text}, ensure_ascii=False))[0].content == text


@given(st.text(alphabet=st.characters(codec="utf-8")).filter(lambda text: bool(text.strip())))
def test_a_text_in_json_arrives_as_it_was(text: str) -> None:
    assert turns(json.dumps({"content": text}))[0].content == text
    assert turns(json.dumps({"content": text}, ensure_ascii=False))[0].content == text


def test_lines_with_a_speaker_are_turns_in_order() -> None:
    text = "[2026-01-31 18:02] Maya: Hi Tom!\n2026-01-31T18:03:00+01:00 - Tom: Hi: you?\nMaya: Fine."

    assert turns(text, Format.TEXT) == [
        Turn(content="Hi Tom!", author="Maya", position=0, occurred_at=datetime(2026, 1, 31, 18, 2, tzinfo=UTC)),
        Turn(content="Hi: you?", author="Tom", position=1, occurred_at=datetime(2026, 1, 31, 18, 3, tzinfo=CET)),
        Turn(content="Fine.", author="Maya", position=2),
    ]


def test_a_line_without_a_speaker_goes_on_with_the_turn_before() -> None:
    assert turns("Maya: one\n  two\n\nthree\nTom: four\n", Format.TEXT)[0].content == "one\n  two\n\nthree"


@pytest.mark.parametrize("name", ["Zoë", "María José", "Dr. O’Brien", "李明", "user"])
def test_speakers_may_have_any_name(name: str) -> None:
    assert turns(f"{name}: hello\n", Format.TEXT)[0].author == name


def test_text_before_the_first_speaker_is_a_fault() -> None:
    assert faults("Export of a chat\n\nMaya: hi", Format.TEXT) == [(1, "text before the first speaker")]


@pytest.mark.parametrize(
    "stamp", ["2026-13-01 10:00", "2026-02-30 10:00", "2026-01-01 25:00", "0001-01-01 00:00+05:00"]
)
def test_a_stamp_that_is_no_time_is_a_fault_of_its_line(stamp: str) -> None:
    found = list(read(f"Tom: hi\n[{stamp}] Maya: one\nmore\nTom: two", Format.TEXT))

    assert [one.content if isinstance(one, Turn) else one.line for one in found] == ["hi", 2, "two"]


def test_without_a_speaker_each_paragraph_is_a_memory() -> None:
    text = "First thought,\non two lines.\n\n \t\nSecond.\n\n\n"

    assert [turn.content for turn in turns(text, Format.TEXT)] == ["First thought,\non two lines.", "Second."]
    assert {(turn.author, turn.position) for turn in turns(text, Format.TEXT)} == {(None, None)}


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("talk.jsonl", "Maya: hi", Format.JSONL),
        ("talk.ndjson", "x", Format.JSONL),
        ("talk.txt", '{"content": "x"}', Format.JSONL),
        ("", '\ufeff\r\n {"content": "x"}', Format.JSONL),
        ("", "Maya: hi", Format.TEXT),
        ("", "", Format.TEXT),
    ],
)
def test_the_format_is_known_by_the_ending_or_the_first_character(name: str, text: str, form: Format) -> None:
    assert guess_format(text, name=name) is form


@given(st.text(max_size=200), st.sampled_from(Format))
def test_any_text_is_read_or_refused_and_never_breaks(text: str, form: Format) -> None:
    try:
        found = list(read(text, form))
    except BadFile:
        assert not text.removeprefix("\ufeff").strip()
    else:
        assert all(one.line >= 1 for one in found if isinstance(one, Fault))
