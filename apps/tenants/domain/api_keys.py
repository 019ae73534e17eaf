"""The format of API keys: `enf_<live|test>_<id>_<secret><checksum>`.

The id (12 characters) finds the row, the secret carries 256 bits, the checksum (CRC-32) lets a
typing error be told without asking the database. The whole matches `\\w+`, so a double click selects it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import zlib
from dataclasses import dataclass, field

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ID, _SECRET, _CHECKSUM = 12, 43, 6
_SHAPE = re.compile(rf"enf_(live|test)_([0-9A-Za-z]{{{_ID}}})_[0-9A-Za-z]{{{_SECRET + _CHECKSUM}}}")


@dataclass(frozen=True, kw_only=True, slots=True)
class KeyText:
    """A whole key as its holder has it."""

    text: str = field(repr=False)
    public_id: str

    @property
    def digest(self) -> str:
        """SHA-256 of the whole key, in hex: what is stored."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def last4(self) -> str:
        """The end of the key, for recognising it in a list."""
        return self.text[-4:]

    @property
    def prefix(self) -> str:
        """The public beginning of the key."""
        return self.text[: -(_SECRET + _CHECKSUM)]

    def matches(self, digest: str) -> bool:
        """Whether this is the key with that digest, in constant time."""
        return hmac.compare_digest(self.digest, digest)


def make_key(*, live: bool = True) -> KeyText:
    """A new random key."""
    public_id = _random(_ID)
    body = f"enf_{'live' if live else 'test'}_{public_id}_{_random(_SECRET)}"
    return KeyText(text=body + _checksum(body), public_id=public_id)


def read_key(text: str) -> KeyText | None:
    """The key in `text`, or None if its shape or checksum is wrong."""
    found = _SHAPE.fullmatch(text)
    if found is None or _checksum(text[:-_CHECKSUM]) != text[-_CHECKSUM:]:
        return None
    return KeyText(text=text, public_id=found[2])


def _random(length: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def _checksum(body: str) -> str:
    number, digits = zlib.crc32(body.encode()), ""
    for _ in range(_CHECKSUM):
        number, digit = divmod(number, len(_ALPHABET))
        digits = _ALPHABET[digit] + digits
    return digits
