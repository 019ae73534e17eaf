"""Plain SQL on the current connection, for what the ORM cannot say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from django.db import connection

Parameters: TypeAlias = Sequence[Any] | Mapping[str, Any]  # whatever the driver adapts


def fetch(sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
    """All rows of a query; columns have the driver's types."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def execute(sql: str, parameters: Parameters = ()) -> int:
    """Run a statement; how many rows it touched."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        touched: int = cursor.rowcount
    return touched
