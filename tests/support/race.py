"""Runs calls at the same moment, each on a connection of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connections

Result = TypeVar("Result")


def race(calls: Sequence[Callable[[], Result]]) -> list[Result | Exception]:
    """Start all calls together; returns their results or errors, in the order given."""
    start = Barrier(len(calls), timeout=30)

    def run(call: Callable[[], Result]) -> Result | Exception:
        start.wait()
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=len(calls)) as pool:
        return list(pool.map(run, calls))
