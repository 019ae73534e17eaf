"""A bounded number of warm sandbox processes, shared by the threads of one process."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from weakref import WeakSet

from apps.sandbox.runtime.errors import SandboxBusy, SandboxError
from apps.sandbox.runtime.interpreter import SessionOptions
from apps.sandbox.runtime.tool_gate import NO_TOOLS, Toolbox
from apps.sandbox.runtime.worker import SandboxSession, SandboxWorker

SESSIONS_PER_WORKER = 500
"""A process is replaced after this many sessions, so that nothing can settle in it."""


class SandboxPool:
    """Lends one process per open session and keeps it warm for the next. Starts processes when first needed."""

    def __init__(self, folder: Path, *, slots: int) -> None:
        if slots < 1:
            raise ValueError("a pool needs at least one slot")
        self.folder = folder
        self._slots = slots
        self._free = threading.Condition()
        self._idle: list[SandboxWorker] = []
        self._lent = 0
        _pools.add(self)

    def begin_after_fork(self) -> None:
        """Drop what the parent process still uses: its workers, and a lock that no thread here holds."""
        inherited = self._idle
        self._free, self._idle, self._lent = threading.Condition(), [], 0
        for worker in inherited:
            worker.let_go()

    @contextmanager
    def session(
        self, options: SessionOptions, toolbox: Toolbox = NO_TOOLS, *, wait_s: float = 30.0
    ) -> Iterator[SandboxSession]:
        """Lend a fresh session; SandboxBusy if no slot becomes free within `wait_s`."""
        worker, session = self._open(options, toolbox, wait_s)
        try:
            yield session
        finally:
            self._give_back(worker, session)

    def close(self) -> None:
        """End the idle processes; lent ones end when they are given back."""
        with self._free:
            self._slots = 0
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.kill()

    def _open(self, options: SessionOptions, toolbox: Toolbox, wait_s: float) -> tuple[SandboxWorker, SandboxSession]:
        """Take a slot and open a session; a process that died while idle is replaced once."""
        worker = self._take(wait_s)
        try:
            if worker is None:
                worker = SandboxWorker(self.folder)
            try:
                return worker, worker.open_session(options, toolbox)
            except SandboxError:
                worker.kill()
                worker = SandboxWorker(self.folder)
                return worker, worker.open_session(options, toolbox)
        except BaseException:
            if worker is not None:
                worker.kill()
            self._free_slot(None)
            raise

    def _take(self, wait_s: float) -> SandboxWorker | None:
        """Take a slot: a warm process, or None if one has to be started."""
        until = time.monotonic() + wait_s
        with self._free:
            while self._lent >= self._slots:
                if not self._free.wait(until - time.monotonic()):
                    raise SandboxBusy(f"all {self._slots} sandboxes are in use")
            self._lent += 1
            return self._idle.pop() if self._idle else None

    def _give_back(self, worker: SandboxWorker, session: SandboxSession) -> None:
        try:
            session.close()
        except SandboxError:
            worker.kill()
        usable = worker.alive and worker.sessions_opened < SESSIONS_PER_WORKER
        if not usable:
            worker.kill()
        self._free_slot(worker if usable else None)

    def _free_slot(self, worker: SandboxWorker | None) -> None:
        with self._free:
            self._lent -= 1
            if worker is not None and self._slots:
                self._idle.append(worker)
                worker = None
            self._free.notify()
        if worker is not None:
            worker.kill()


_pools: WeakSet[SandboxPool] = WeakSet()


def _begin_after_fork() -> None:
    for pool in _pools:
        pool.begin_after_fork()


os.register_at_fork(after_in_child=_begin_after_fork)
