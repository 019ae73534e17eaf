"""Takes one half of the wall away, so that a test sees the other half hold alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections


@contextmanager
def without_policies() -> Iterator[None]:
    """Run as the tables' owner, whom policies let see everything: only explicit predicates remain."""
    runtime = connections["default"]
    connections["default"] = connections["owner"]
    try:
        yield
    finally:
        connections["default"] = runtime
