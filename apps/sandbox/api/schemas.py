"""Bodies of the sandbox app."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, JsonValue

from apps.sandbox.types import Outcome
from kernel.http.schemas import In, Out, UsageOut


class ExecuteIn(In):
    """Python to run once; a seed makes randomness repeatable."""

    code: Annotated[str, Field(min_length=1, max_length=200_000)]
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None


class ExecuteErrorOut(Out):
    """Why the code did not succeed; the traceback shows the caller's own lines only."""

    type: str
    message: str
    traceback: str


class ExecuteOut(Out):
    """What the code did. `value` is the last expression's, or its repr where it is not JSON."""

    outcome: Outcome
    value: JsonValue
    stdout: str
    stderr: str
    truncated: bool
    error: ExecuteErrorOut | None
    seconds: float
    usage: UsageOut
