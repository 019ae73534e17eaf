"""Headers that the memories app reads."""

from __future__ import annotations

from rest_framework.request import Request

from kernel.errors import InvalidInput


def read_if_match(request: Request) -> int | None:
    """The version in If-Match; None without the header or for `*`."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    text = header.strip().removeprefix("W/").strip('"')
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InvalidInput('If-Match must be a version such as "3".', header="If-Match")
    return int(text)
