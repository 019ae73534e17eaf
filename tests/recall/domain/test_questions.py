"""What a question asks for beside its words: who, when, and in whose voice."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from apps.recall.domain.questions import DateMention, dates_in, only_asks, read_question, tells_time

PEOPLE = ["Maya", "Tom"]


def day(year: int, month: int, number: int) -> datetime:
    return datetime(year, month, number, 12, tzinfo=UTC)


@pytest.mark.parametrize("question", ["When did Maya swim?", "when did MAYA swim?", "When did Maya's friend swim?"])
def test_a_named_author_is_asked_for(question: str) -> None:
    assert read_question(question, PEOPLE).author == "Maya"


def test_the_name_leaves_the_words_and_becomes_the_first_person() -> None:
    question = read_question("Where is Maya’s cat when Maya swims?", PEOPLE)

    assert question.for_words == "Where is cat when swims?"
    assert question.for_meaning == "Where is my cat when I swims?"
    assert question.text == "Where is Maya’s cat when Maya swims?"


def test_nobody_is_asked_for_when_two_are_named() -> None:
    question = read_question("Did Maya and Tom swim?", PEOPLE)

    assert question.author is None
    assert "Maya" not in question.for_words


@pytest.mark.parametrize("question", ["What are mayas?", "Tomatoes?", "tomMaya", "Is Mayan hard?", "Maya_1"])
def test_a_name_inside_another_word_is_no_name(question: str) -> None:
    assert read_question(question, PEOPLE).author is None
    assert read_question(question, PEOPLE).for_words == question


@pytest.mark.parametrize("name", ["C.J. (Carl)", "a.*b", "O'Brien", 'Ann "Annie" Lee', "x\\d+", "[Tom", "李明", "Zoë"])
def test_a_name_may_hold_quotes_and_signs(name: str) -> None:
    question = read_question(f"What did {name} say?", [name, "aXXb", "x1"])

    assert question.author == name
    assert question.for_words == "What did say?"
    assert question.for_meaning == "What did I say?"


def test_a_longer_name_hides_a_shorter_one_inside_it() -> None:
    question = read_question("What did Tom Lee say?", ["Tom", "Tom Lee", "Lee"])

    assert question.author == "Tom Lee"
    assert question.for_words == "What did say?"
    assert read_question("What did Tom say?", ["Tom", "Tom Lee"]).author == "Tom"


@pytest.mark.parametrize("name", ["", " ", "?", ".", "-"])
def test_a_name_without_a_letter_is_never_named(name: str) -> None:
    question = read_question("Is that so - . ?", [name, "Maya"])

    assert question.author is None
    assert question.for_meaning == question.text


def test_roles_of_a_chat_are_no_names() -> None:
    question = read_question("What did the assistant tell the user?", ["user", "assistant"])

    assert question.author is None
    assert question.for_words == question.text


@pytest.mark.parametrize(
    "text", ["What is my blood type?", "Where do I live?", "what’s our plan for us?", "I’ve lost it"]
)
def test_with_an_assistant_the_first_person_is_the_user(text: str) -> None:
    assert read_question(text, ["user", "assistant"]).author == "user"
    assert read_question(text, PEOPLE).author is None


def test_in_a_chat_with_an_assistant_nobody_is_between_people() -> None:
    assert read_question("x", PEOPLE).is_between_people
    assert not read_question("x", ["user", "assistant"]).is_between_people


@pytest.mark.parametrize("text", ["When is it?", "  when?", "How long did it take?", "What date was it?", "What year?"])
def test_a_question_for_a_time_is_known_by_its_beginning(text: str) -> None:
    assert read_question(text, []).asks_when


@pytest.mark.parametrize("text", ["Whenever", "What is new when it rains?", "What time?", "How longing"])
def test_other_questions_ask_for_no_time(text: str) -> None:
    assert not read_question(text, []).asks_when


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("in March", [(None, 3, None)]),
        ("on 12 April 2026", [(2026, 4, 12)]),
        ("on April 12, 2026", [(2026, 4, 12)]),
        ("the 3rd of June", [(None, 6, 3)]),
        ("June 3rd", [(None, 6, 3)]),
        ("March 2026", [(2026, 3, None)]),
        ("in 2025, was it January?", [(2025, 1, None)]),
        ("on 2026-04-12", [(2026, 4, 12)]),
        ("in 2026-04", [(2026, 4, None)]),
        ("March and April", [(None, 3, None), (None, 4, None)]),
        ("99 March", [(None, 3, None)]),
        ("2026-13-01", []),
        ("last summer", []),
        ("marching through aprils", []),
    ],
)
def test_months_and_days_are_read(text: str, mentions: list[tuple[int | None, int, int | None]]) -> None:
    assert [(one.year, one.month, one.day) for one in dates_in(text)] == mentions


@pytest.mark.parametrize("text", ["in May", "during may", "May 2026", "9 May", "may 9th", "since May", "last may"])
def test_may_is_a_month_where_it_can_be_no_verb(text: str) -> None:
    assert [one.month for one in dates_in(text)] == [5]


@pytest.mark.parametrize("text", ["May I ask?", "Who may swim?", "It may rain", "she may not"])
def test_may_is_a_verb_elsewhere(text: str) -> None:
    assert dates_in(text) == []


@pytest.mark.parametrize(
    ("when", "closeness"),
    [
        (day(2026, 4, 12), 1),
        (day(2026, 4, 19), 1),
        (day(2026, 4, 30), 0.5),
        (day(2026, 4, 10), 0.5),
        (day(2026, 6, 1), 0),
    ],
)
def test_what_was_said_soon_after_a_day_is_close_to_it(when: datetime, closeness: float) -> None:
    assert DateMention(year=2026, month=4, day=12).closeness(when) == closeness


@pytest.mark.parametrize(
    ("when", "closeness"),
    [
        (day(2026, 12, 31), 1),
        (day(2027, 1, 10), 0.5),
        (day(2027, 1, 20), 0),
        (day(2025, 12, 31), 0),
        (day(2026, 11, 30), 0),
    ],
)
def test_what_was_said_soon_after_a_month_is_near_it_across_the_year(when: datetime, closeness: float) -> None:
    assert DateMention(year=2026, month=12, day=None).closeness(when) == closeness


def test_a_month_without_a_year_is_any_years() -> None:
    mention = DateMention(year=None, month=3, day=None)

    assert mention.closeness(day(2024, 3, 1)) == mention.closeness(day(2026, 3, 31)) == 1


@given(
    st.datetimes(timezones=st.just(UTC)),
    st.none() | st.integers(1900, 2099),
    st.integers(1, 12),
    st.none() | st.integers(0, 31),
)
@example(datetime(1, 1, 1, tzinfo=UTC), 2026, 12, None)
@example(datetime(1, 1, 1, tzinfo=UTC), None, 1, 31)
def test_any_day_of_any_year_has_a_closeness(when: datetime, year: int | None, month: int, number: int | None) -> None:
    assert DateMention(year=year, month=month, day=number).closeness(when) in (0, 0.5, 1)


@given(st.text(max_size=120), st.lists(st.text(max_size=12), max_size=4))
def test_any_question_can_be_read(text: str, authors: list[str]) -> None:
    question = read_question(text, authors)

    assert question.text == text
    assert question.author is None or question.author in authors


@pytest.mark.parametrize("text", ["I went yesterday", "in 2024", "last week", "two months ago", "on Friday"])
def test_a_text_that_says_when_is_known(text: str) -> None:
    assert tells_time(text)


def test_a_text_that_says_no_time_is_known() -> None:
    assert not tells_time("I like swimming at 5 degrees")


@pytest.mark.parametrize("text", ["Really?", "Why?  \n", "本当ですか？"])
def test_a_text_that_ends_in_a_question_only_asks(text: str) -> None:
    assert only_asks(text)
    assert not only_asks(f"{text} I think so.")
