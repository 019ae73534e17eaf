"""Cursor pages that stay stable while rows are inserted: newest first, by (time-sorted) id."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from django.http import QueryDict
from drf_spectacular.utils import OpenApiParameter

from kernel.errors import InvalidInput

MAX_LIMIT = 200
PARAMETERS = [
    OpenApiParameter("limit", int, description=f"Rows of a page, 1 to {MAX_LIMIT}."),
    OpenApiParameter("cursor", str, description="Where the page begins: `next_cursor` of the page before."),
]
"""What every list takes, for its OpenAPI description."""
Row = TypeVar("Row", bound=Model)


class BadCursor(InvalidInput):
    """The cursor was not made by this list."""

    code = "invalid_cursor"


@dataclass(frozen=True, kw_only=True, slots=True)
class PageRequest:
    """How many rows (1 to 200), and after which id."""

    limit: int = 50
    after: UUID | None = None

    @classmethod
    def read(cls, query: QueryDict) -> PageRequest:
        """Read `limit` and `cursor` from a query string; raises InvalidInput or BadCursor."""
        limit = query.get("limit", "50")
        is_number = limit.isascii() and limit.isdigit()
        return cls.of(limit=int(limit[:9]) if is_number else 0, cursor=query.get("cursor"))

    @classmethod
    def of(cls, *, limit: int, cursor: str | None) -> PageRequest:
        """A page of `limit` rows after a cursor; raises InvalidInput or BadCursor."""
        if not 1 <= limit <= MAX_LIMIT:
            raise InvalidInput(f"limit must be a whole number from 1 to {MAX_LIMIT}.", field="limit")
        return cls(limit=limit, after=_decode(cursor) if cursor else None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Page(Generic[Row]):
    """One page of rows."""

    items: list[Row]
    next_cursor: str | None
    total: int


def paginate(rows: QuerySet[Row], request: PageRequest) -> Page[Row]:
    """The page of `rows` after the cursor, newest first.

    A cursor holds no secret and no tenant: another tenant's cursor is only a point in time.
    """
    total = rows.count()
    ordered = rows.order_by("-id")
    if request.after is not None:
        ordered = ordered.filter(id__lt=request.after)
    found = list(ordered[: request.limit + 1])
    items = found[: request.limit]
    cursor = _encode(items[-1].pk) if len(found) > request.limit else None
    return Page(items=items, next_cursor=cursor, total=total)


def _encode(last: UUID) -> str:
    return base64.urlsafe_b64encode(last.bytes).decode().rstrip("=")


def _decode(cursor: str) -> UUID:
    try:
        return UUID(bytes=base64.urlsafe_b64decode(cursor + "=="))
    except (ValueError, binascii.Error) as error:
        raise BadCursor("The cursor was not made by this list.", cursor=cursor[:80]) from error
