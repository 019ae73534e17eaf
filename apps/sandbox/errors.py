"""Refusals of the sandbox that the outside world sees."""

from __future__ import annotations

from kernel.errors import Unavailable


class SandboxUnavailable(Unavailable):
    """No sandbox can be had now: it is not built, or its process does not start."""

    code = "sandbox_unavailable"


class SandboxesBusy(Unavailable):
    """All sandboxes of this process are in use."""

    code = "sandboxes_busy"
