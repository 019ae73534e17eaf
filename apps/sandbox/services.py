"""How other apps run code: one session at a time for each thread, from a pool shared by the whole process.

Nothing starts before the first session. A fork (Celery's prefork) gets a pool of its own.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

from django.conf import settings

from apps.sandbox.errors import SandboxesBusy, SandboxUnavailable
from apps.sandbox.runtime.errors import SandboxBusy, SandboxError
from apps.sandbox.runtime.guest_files import compiled_path
from apps.sandbox.runtime.interpreter import SessionOptions
from apps.sandbox.runtime.pool import SandboxPool
from apps.sandbox.types import DEFAULT_LIMITS, NO_TOOLS, Limits, SandboxSession, StepOutcome, Toolbox, ToolFailure
from kernel.errors import DomainError
from kernel.types import JsonObject, JsonValue

DEFAULT_SLOTS = 4


class _Pools:
    """The process's pool, made when first asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: SandboxPool | None = None

    def get(self) -> SandboxPool:
        with self._lock:
            if self._pool is None:
                slots = int(getattr(settings, "SANDBOX_SLOTS", DEFAULT_SLOTS))
                self._pool = SandboxPool(Path(settings.SANDBOX_DIR), slots=slots)
            return self._pool

    def unlock_after_fork(self) -> None:
        """The fork may have happened while another thread held the lock."""
        self._lock = threading.Lock()

    def replace(self, pool: SandboxPool | None) -> None:
        with self._lock:
            old, self._pool = self._pool, pool
        if old is not None:
            old.close()


_pools = _Pools()
os.register_at_fork(after_in_child=_pools.unlock_after_fork)


def configure(folder: Path, *, slots: int) -> None:
    """Use the guest in `folder` and at most `slots` processes, instead of what the settings say."""
    _pools.replace(SandboxPool(folder, slots=slots))


def warm_up() -> None:
    """Start one sandbox process ahead of the first session."""
    with open_session():
        pass


def is_built() -> bool:
    """Whether set-up has built the guest for this version; without it no session can be opened."""
    return compiled_path(_pools.get().folder).exists()


def close() -> None:
    """End the sandbox processes; the next session starts new ones."""
    _pools.replace(None)


@contextmanager
def open_session(
    *,
    limits: Limits = DEFAULT_LIMITS,
    tools: Toolbox = NO_TOOLS,
    seed: int | None = None,
    at: datetime | None = None,
    wait_s: float = 30.0,
) -> Iterator[SandboxSession]:
    """Lend a fresh session for the block; a seed and a moment `at` make everything in it repeatable.

    Tools run on the calling thread. A DomainError they raise reaches the agent with its code and message.
    """
    options = SessionOptions(limits=limits, seed=seed, at=at)
    with ExitStack() as lent:
        try:
            session = lent.enter_context(_pools.get().session(options, _with_domain_errors(tools), wait_s=wait_s))
        except SandboxBusy as error:
            raise SandboxesBusy(str(error)) from error
        except SandboxError as error:
            raise SandboxUnavailable(str(error)) from error
        yield session


def run_once(code: str, *, limits: Limits = DEFAULT_LIMITS, tools: Toolbox = NO_TOOLS) -> StepOutcome:
    """Run code in a session of its own and forget the session."""
    with open_session(limits=limits, tools=tools) as session:
        return session.run(code)


def _with_domain_errors(tools: Toolbox) -> Toolbox:
    """Let the product's own refusals through to the agent."""

    def call(name: str, args: list[JsonValue], kwargs: JsonObject) -> JsonValue:
        try:
            return tools.call(name, args, kwargs)
        except DomainError as refusal:
            raise ToolFailure(refusal.code, refusal.message) from refusal

    return Toolbox(names=tools.names, call=call)
