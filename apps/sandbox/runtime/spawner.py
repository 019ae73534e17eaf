"""Starts child processes from one long-lived thread.

Linux sends a child's parent-death signal when the *thread* that started it ends. Started from a short-lived
worker thread, a sandbox process would be killed in the middle of someone else's step.
"""

from __future__ import annotations

import os
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

_lock = threading.Lock()
_executors: dict[int, ThreadPoolExecutor] = {}
"""By process: a fork inherits this dictionary, but not the thread."""


def _forget_after_fork() -> None:
    """A fork may have happened while another thread held the lock."""
    global _lock  # noqa: PLW0603
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_forget_after_fork)


def spawn(command: list[str]) -> subprocess.Popen[bytes]:
    """Start a process with an empty environment and two pipes, that dies with this process."""
    with _lock:
        executor = _executors.get(os.getpid())
        if executor is None:
            executor = _executors[os.getpid()] = ThreadPoolExecutor(1, "sandbox-spawner")
    return executor.submit(_start, command).result()


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
        cwd="/",
        bufsize=0,
        start_new_session=True,  # a Ctrl-C in the terminal is for the parent to handle
    )
