"""Two transactions that wait for each other: Postgres ends one, and that one is begun again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import OperationalError
from psycopg.errors import DeadlockDetected

TRIES = 4

Result = TypeVar("Result")


def is_deadlock(error: BaseException) -> bool:
    """Whether Postgres ended the transaction so that others could go on."""
    return isinstance(error, OperationalError) and isinstance(error.__cause__, DeadlockDetected)


def until_it_passes(work: Callable[[], Result]) -> Result:
    """Do a whole transaction, again if it was the one to give way; the last failure is raised."""
    for _ in range(TRIES - 1):
        try:
            return work()
        except OperationalError as error:
            if not is_deadlock(error):
                raise
    return work()
