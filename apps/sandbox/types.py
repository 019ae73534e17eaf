"""The sandbox's types for other apps."""

from __future__ import annotations

from apps.sandbox.runtime.errors import FileRejected, SessionEnded, StateRejected
from apps.sandbox.runtime.interpreter import SavedState
from apps.sandbox.runtime.limits import DEFAULT_LIMITS, Limits
from apps.sandbox.runtime.outcomes import Outcome, StepError, StepOutcome, ToolCall
from apps.sandbox.runtime.tool_gate import NO_TOOLS, Toolbox, ToolFailure
from apps.sandbox.runtime.worker import SandboxSession

__all__ = [
    "DEFAULT_LIMITS",
    "NO_TOOLS",
    "FileRejected",
    "Limits",
    "Outcome",
    "SandboxSession",
    "SavedState",
    "SessionEnded",
    "StateRejected",
    "StepError",
    "StepOutcome",
    "ToolCall",
    "ToolFailure",
    "Toolbox",
]
