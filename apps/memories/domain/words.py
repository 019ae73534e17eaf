"""Words of a text, as the lexical index keeps them.

Latin-like scripts: case-folded, stop words dropped, English suffixes stripped. Identifiers such as
`ERR-7F3A9` are kept whole beside their parts. Scripts without spaces (Chinese, Japanese, Korean,
Thai, Lao, Khmer, Burmese) become overlapping pairs, so a two-letter query inside a sentence is found.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections import Counter

import Stemmer

from apps.memories.domain.normal_form import normal_form

MAX_WORD = 64
"""Longer runs (base64, URLs) are cut here: their head still identifies them."""

_UNSPACED = (
    "\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
)
# vowel signs of Indian scripts are letters of their words, though Python's \w leaves them out
_SIGNS = "".join(chr(code) for code in range(0x0900, 0x1000) if unicodedata.category(chr(code)).startswith("M"))
# accents that stand alone after composition, and the vowel points of Hebrew and Arabic, which people mostly leave out
_POINTS = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06ed]+"
)
_RUN = rf"[^\W{_UNSPACED}]+(?:[{_SIGNS}]+[^\W{_UNSPACED}]*)*"
_TOKEN = re.compile(rf"[{_UNSPACED}]+|{_RUN}(?:['’][^\W\d_]+)?(?:[-_.:/@#]{_RUN})*")
_PART = re.compile(rf"[^\W_]+(?:[{_SIGNS}]+[^\W_]*)*(?:['’][^\W\d_]+)?")
_UNSPACED_RUN = re.compile(rf"[{_UNSPACED}]+")
_CLITIC = re.compile(r"['’](?:s|re|ve|ll|d|m)$")
"""What English hangs on a word: `Maya's` is Maya, and `she'll` is no shell."""

STOP_WORDS = frozenset(
    """a about all also am an and any are as at be been being both but by can could d did do does doing done
    down each else few for from had has have having he her here hers him his how i if in into is it its just
    ll m may me might mine more most must my no nor not of off on or our out over own re s same shall she
    should so some t than that the their them then there these they this those to too under up us ve very was
    we were what when where which who whom whose why will with would you your yours""".split()
)

_local = threading.local()


def words_of(text: str) -> list[str]:
    """The index words of a text, in order, with repeats."""
    folded = _POINTS.sub("", normal_form(text).casefold())
    found: list[str] = []
    for token in _TOKEN.findall(folded):
        found.extend(_pairs(token) if _UNSPACED_RUN.fullmatch(token) else _spaced(token))
    return found


def count_words(text: str) -> Counter[str]:
    """How often each index word occurs in a text."""
    return Counter(words_of(text))


def _spaced(token: str) -> list[str]:
    parts = [_plain(part) for part in _PART.findall(token)]
    kept = [part for part in parts if part.isdigit() or (part not in STOP_WORDS and len(part) > 1)]
    stems = [stem[:MAX_WORD] for stem in _stemmer().stemWords(kept)]
    is_identifier = len(parts) > 1 and any(character.isdigit() for character in token)
    return [*stems, token[:MAX_WORD]] if is_identifier else stems


def _plain(part: str) -> str:
    return _CLITIC.sub("", part).replace("'", "").replace("’", "")


def _pairs(run: str) -> list[str]:
    if len(run) == 1:
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)]


def _stemmer() -> Stemmer.Stemmer:
    # a Stemmer is not safe to share between threads
    if not hasattr(_local, "stemmer"):
        _local.stemmer = Stemmer.Stemmer("english")
    stemmer: Stemmer.Stemmer = _local.stemmer
    return stemmer
