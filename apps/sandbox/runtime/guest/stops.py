"""Exceptions that end a step and that the agent's own `except` clauses cannot keep.

Deriving from BaseException passes `except Exception`. For a bare `except:` each handler of the agent's
code gets a first line that raises the pending stop again.
"""

from __future__ import annotations

import ast

GUARD = "__end_step_if_stopped__"


class Stop(BaseException):
    """Ends the step; the session lives on."""

    __module__ = "builtins"  # tracebacks then show the bare name


class FinalAnswer(Stop):
    """The agent has given its answer."""

    __module__ = "builtins"


class OutputLimit(Stop):
    """The step printed more than it may; the rest was dropped."""

    __module__ = "builtins"


class ToolLimit(Stop):
    """The step has used up its tool calls."""

    __module__ = "builtins"


_pending: list[Stop] = []


def stop(reason: Stop) -> Stop:
    """Remember the stop, so that no handler can swallow it, and return it to be raised."""
    _pending.append(reason)
    return reason


def forget() -> None:
    """Start a step with nothing pending."""
    _pending.clear()


def find_pending() -> Stop | None:
    """Return the first stop of this step, if there was one."""
    return _pending[0] if _pending else None


def end_step_if_stopped() -> None:
    """Raise the pending stop; called first in every `except` block of the agent's code."""
    if _pending:
        raise _pending[0]


def guard_handlers(tree: ast.Module) -> None:
    """Put the guard at the head of every `except` block, without moving a line number."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            first = node.body[0]
            call = ast.Expr(ast.Call(ast.Name(GUARD, ast.Load()), [], []))
            node.body.insert(0, ast.fix_missing_locations(ast.copy_location(call, first)))
