"""Plain SQL on the current connection, for what the ORM cannot say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

Parameters = Sequence[object] | Mapping[str, object]


def fetch(sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
    """All rows of a query; columns have the driver's types."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall()


def execute(sql: str, parameters: Parameters = ()) -> int:
    """Run a statement; how many rows it touched."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.rowcount
