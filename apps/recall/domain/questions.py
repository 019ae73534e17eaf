"""What a question asks for beside its words: who, when, and in whose voice.

Names are metadata, not text: a bare name would pull in every turn that *addresses* that person. So
the names of known authors leave the lexical query, become "I" and "my" in the dense one, and prefer
the turns that person wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

ROLES = frozenset({"user", "assistant", "system", "tool"})
_FIRST_PERSON = re.compile(r"\b(?:i|me|my|mine|we|us|our|i['’]m|i['’]ve)\b", re.IGNORECASE)
_ASKS_WHEN = re.compile(r"\s*(?:when|how long|what (?:date|month|year|day))\b", re.IGNORECASE)
_TELLS_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|last|next|ago|weeks?|weekend|months?|years?|mondays?|tuesdays?|wednesdays?|"
    r"thursdays?|fridays?|saturdays?|sundays?|january|february|march|april|may|june|july|august|september|october|"
    r"november|december|since|morning|recently|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH = "|".join(_MONTHS)
_DATED = re.compile(
    rf"\b(?:(?P<before>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+)?(?P<month>{_MONTH})\b"
    rf"(?:\s+(?P<after>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d))?(?:,?\s+(?P<year>(?:19|20)\d\d))?",
    re.IGNORECASE,
)
_ISO_DATE = re.compile(r"\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b")
_MONTH_LEADS = re.compile(r"\b(?:in|of|during|since|until|by|last|next|this)\s+$", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class DateMention:
    """A month, perhaps with a year and a day, that a question names."""

    year: int | None
    month: int
    day: int | None

    def closeness(self, when: datetime) -> float:
        """1 for something of that time, 0.5 for something near it, else 0."""
        if self.day is not None:
            return self._closeness_of_day(when.date())
        if when.month == self.month and self.year in (None, when.year):
            return 1.0
        follows = when.month == self.month % 12 + 1 and when.day <= 14
        # what follows December is January of the next year
        year_fits = self.year in (None, when.year - (when.month == 1))
        return 0.5 if follows and year_fits else 0.0

    def _closeness_of_day(self, when: date) -> float:
        try:
            gap = (when - date(self.year or when.year, self.month, self.day or 1)).days
        except ValueError:
            return 0.0
        if -1 <= gap <= 7:
            return 1.0
        return 0.5 if -3 <= gap <= 31 else 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """A question taken apart."""

    text: str
    for_words: str
    """What the lexical leg looks for: names of authors left out."""
    for_meaning: str
    """What the dense leg looks for: a named author says I."""
    author: str | None
    """Whose words are asked for, if it is one person's."""
    asks_when: bool
    dates: tuple[DateMention, ...]
    is_between_people: bool
    """The authors are people, not the roles of a chat with an assistant."""


def read_question(text: str, authors: Sequence[str]) -> Question:
    """Take a question apart, given who wrote in its scope."""
    named = _named_in(text, authors)
    return Question(
        text=text,
        for_words=_without(named, text) if named else text,
        for_meaning=_in_first_person(named, text) if named else text,
        author=_author_asked(text, named, authors),
        asks_when=bool(_ASKS_WHEN.match(text)),
        dates=tuple(dates_in(text)),
        is_between_people=not _is_role_chat(authors),
    )


def tells_time(text: str) -> bool:
    """Whether a text says when something was."""
    return bool(_TELLS_TIME.search(text))


def only_asks(text: str) -> bool:
    """Whether a text ends in a question: between people such a turn rarely holds an answer."""
    return text.rstrip().endswith(("?", "？"))


def dates_in(text: str) -> list[DateMention]:
    """The months and days that a text names; `may` only where it can be no verb."""
    found = [
        DateMention(year=int(year), month=int(month), day=int(day) if day else None)
        for year, month, day in _ISO_DATE.findall(text)
        if 1 <= int(month) <= 12
    ]
    years = re.findall(r"\b((?:19|20)\d\d)\b", text)
    for match in _DATED.finditer(text):
        day = match["before"] or match["after"]
        if match["month"].lower() == "may" and not (day or match["year"] or _MONTH_LEADS.search(text[: match.start()])):
            continue
        year = match["year"] or (years[0] if years else None)
        month = _MONTHS.index(match["month"].lower()) + 1
        found.append(
            DateMention(year=int(year) if year else None, month=month, day=int(day) if day and int(day) <= 31 else None)
        )
    return found


def _named_in(text: str, authors: Iterable[str]) -> list[str]:
    """The authors that a text names, the longest name first: "Tom Lee" does not name Tom."""
    named: list[str] = []
    for name in sorted(authors, key=len, reverse=True):
        if name.casefold() not in ROLES and _is_named(name, text):
            named.append(name)
            text = _without([name], text)
    return named


def _is_named(name: str, text: str) -> bool:
    # a name of signs only ("?") would be found in every question
    has_letter = any(character.isalnum() for character in name)
    return has_letter and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def _is_role_chat(authors: Iterable[str]) -> bool:
    return all(author.casefold() in ROLES for author in authors)


def _author_asked(text: str, named: Sequence[str], authors: Sequence[str]) -> str | None:
    if len(named) == 1:
        return named[0]
    if "user" in authors and _is_role_chat(authors) and _FIRST_PERSON.search(text):
        return "user"
    return None


def _without(names: Iterable[str], text: str) -> str:
    for name in names:
        text = re.sub(rf"(?<!\w){re.escape(name)}(?:['’]s)?(?!\w)", "", text, flags=re.IGNORECASE)
    return " ".join(text.split())


def _in_first_person(names: Iterable[str], text: str) -> str:
    for name in names:
        text = re.sub(rf"(?<!\w){re.escape(name)}['’]s(?!\w)", "my", text, flags=re.IGNORECASE)
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "I", text, flags=re.IGNORECASE)
    return text
