"""Unicode's compatibility form (NFKC), in time that grows with the text's length."""

from __future__ import annotations

import re
import unicodedata

MARKS_AT_ONCE = 30
"""A run of more combining marks than this is no writing of any language (Unicode's Stream-Safe Text Format)."""

NO_WORK = 1000
"""A text this short takes a few milliseconds at worst."""

_LAST_MARK = 0x1F000


def _marks() -> str:
    characters = (chr(code) for code in range(0x300, _LAST_MARK))
    return "".join(c for c in characters if unicodedata.combining(unicodedata.normalize("NFKD", c)[0]))


_RUN_OF_MARKS = re.compile(f"[{_marks()}]{{{MARKS_AT_ONCE}}}")


def normal_form(text: str) -> str:
    """The NFKC of a text; a longer run of marks is brought into order in parts.

    The standard library sorts a run of marks in the square of its length and lets no other thread work
    meanwhile: a megabyte of accents would stop the process for an hour.
    """
    if len(text) <= NO_WORK or text.isascii():
        return unicodedata.normalize("NFKC", text)
    cuts = [match.end() for match in _RUN_OF_MARKS.finditer(text)]
    parts = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    return "".join(unicodedata.normalize("NFKC", part) for part in parts)
