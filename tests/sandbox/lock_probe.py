"""Run by test_locks in place of the server: a real sandbox process that, once locked, tries to break out."""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from apps.sandbox.runtime import lockdown
from apps.sandbox.runtime.child import Server
from apps.sandbox.runtime.wire import BlockingPipe

libc = ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")


def _map_executable() -> None:
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)


ATTEMPTS: dict[str, Callable[[], object]] = {
    "open": lambda: os.open("/etc/passwd", os.O_RDONLY),
    "create": lambda: os.open("/tmp/enfilade-probe", os.O_CREAT | os.O_WRONLY),
    "list": lambda: list(Path("/").iterdir()),
    "socket": socket.socket,
    "fork": os.fork,
    "exec": lambda: os.execv("/bin/true", ["true"]),
    "kill": lambda: os.kill(os.getppid(), 0),
    "thread": lambda: threading.Thread(target=print).start(),
    "chdir": lambda: os.chdir("/tmp"),
    "setuid": lambda: os.setuid(0),
    "pipe": os.pipe,
    "dup": lambda: os.dup(0),
    "ptrace": lambda: _checked(libc.ptrace(0, 0, 0, 0)),
    "executable memory": _map_executable,
    "unlock": lambda: _checked(libc.prctl(4, 1, 0, 0, 0)),
}


def _try(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except (OSError, RuntimeError) as error:
        return type(error).__name__
    return "allowed"


def main(folder: str) -> None:
    """Warm up, lock, and write down what each attempt came to."""
    lockdown.prepare_process()
    server = Server(Path(folder), BlockingPipe(0, 1))
    server.warm_up()
    before = sorted(name for name in ("open", "socket") if _try(ATTEMPTS[name]) == "allowed")
    locks = lockdown.lock()
    found = {name: _try(attempt) for name, attempt in ATTEMPTS.items()}
    os.write(1, json.dumps({"before": before, "locks": locks, "found": found}).encode())
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
