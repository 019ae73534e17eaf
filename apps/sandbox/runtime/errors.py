"""What can go wrong around a sandbox, as opposed to inside it (see `outcomes`)."""

from __future__ import annotations


class SandboxError(RuntimeError):
    """Base of the runtime's errors."""


class GuestBuildFailed(SandboxError):
    """guest.wasm could not be built."""


class GuestMissing(SandboxError):
    """guest.wasm has not been built for this version of the sources."""


class UntrustedCache(SandboxError):
    """Others may write where compiled guests lie; their contents would run as native code."""


class SandboxBusy(SandboxError):
    """Every slot of the pool is taken."""


class WorkerLost(SandboxError):
    """The sandbox process died, hung, or sent something it should not."""


class SessionEnded(SandboxError):
    """The session is closed, or its interpreter was stopped by a limit."""


class StateRejected(SandboxError):
    """A saved state could not be written or read by a guest."""


class FileRejected(SandboxError):
    """A file could not be read from, or written to, the session."""
