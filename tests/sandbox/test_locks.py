"""The second wall: what the sandbox process itself can no longer do."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from apps.sandbox.runtime import lockdown, worker
from apps.sandbox.runtime.interpreter import SessionOptions
from apps.sandbox.runtime.worker import SandboxWorker
from tests.sandbox import lock_probe

on_linux = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine().lower() not in lockdown.MACHINES,
    reason="system calls are locked on Linux for x86-64 and arm64",
)
pytestmark = [pytest.mark.sandbox, on_linux]


def test_host_code_in_the_locked_process_is_refused_everything(guest_folder: Path) -> None:
    boot = "import sys; sys.path[:0] = sys.argv[2:]; from tests.sandbox import lock_probe; lock_probe.main(sys.argv[1])"
    paths = [str(guest_folder), str(worker.REPOSITORY), str(worker.LIBRARIES)]

    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", boot, *paths], env={}, capture_output=True, timeout=60, check=True
    )
    report = json.loads(done.stdout)

    assert report["before"] == ["open", "socket"]
    assert report["locks"] == ["rlimits", "no_new_privs", "seccomp"]
    assert {name for name, found in report["found"].items() if found == "allowed"} == set()
    assert set(report["found"]) == set(lock_probe.ATTEMPTS)


def test_every_thread_of_a_real_worker_is_locked(guest_folder: Path) -> None:
    process = SandboxWorker(guest_folder)

    try:
        threads = list(Path(f"/proc/{process.pid}/task").iterdir())
        states = [(thread / "status").read_text() for thread in threads]
    finally:
        process.kill()

    assert process.locks == ("rlimits", "no_new_privs", "seccomp")
    assert len(states) > 1
    assert all("Seccomp:\t2" in state and "NoNewPrivs:\t1" in state for state in states)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may look into the process")
def test_a_worker_has_no_environment_and_no_files_but_its_pipes(guest_folder: Path) -> None:
    process = SandboxWorker(guest_folder)

    try:
        environment = Path(f"/proc/{process.pid}/environ").read_bytes()
        targets = [str(entry.readlink()) for entry in Path(f"/proc/{process.pid}/fd").iterdir()]
    finally:
        process.kill()

    assert environment == b""
    allowed = ("pipe:", "/dev/null", str(guest_folder.resolve()))
    assert [target for target in targets if not target.startswith(allowed)] == []


def test_a_worker_dies_with_its_parent(guest_folder: Path) -> None:
    script = (
        "import sys, time; sys.path[:0] = sys.argv[2:]\n"
        "from pathlib import Path\nfrom apps.sandbox.runtime.worker import SandboxWorker\n"
        "from apps.sandbox.runtime.interpreter import SessionOptions\n"
        "w = SandboxWorker(Path(sys.argv[1])); print(w.pid, flush=True)\n"
        "w.open_session(SessionOptions()).run('while True: pass')"
    )
    paths = [str(guest_folder), str(worker.REPOSITORY), str(worker.LIBRARIES)]
    parent = subprocess.Popen([sys.executable, "-c", script, *paths], stdout=subprocess.PIPE, text=True)

    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()

    assert _ends_within(pid, seconds=5)


def _ends_within(pid: int, *, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        status = Path(f"/proc/{pid}/status")
        try:
            if "State:\tZ" in status.read_text():
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.02)
    return False


def test_a_worker_outlives_the_thread_that_started_it(guest_folder: Path) -> None:
    started: list[SandboxWorker] = []
    thread = threading.Thread(target=lambda: started.append(SandboxWorker(guest_folder)))
    thread.start()
    thread.join()
    time.sleep(0.1)

    try:
        assert started[0].open_session(SessionOptions()).run("1 + 1").value == 2
    finally:
        started[0].kill()
