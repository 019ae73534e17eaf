"""Sandbox processes are lent, kept warm, and replaced when they die."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from apps.sandbox.runtime.errors import GuestMissing, SandboxBusy, SessionEnded, UntrustedCache
from apps.sandbox.runtime.interpreter import SessionOptions
from apps.sandbox.runtime.limits import Limits
from apps.sandbox.runtime.outcomes import Outcome
from apps.sandbox.runtime.pool import SandboxPool
from apps.sandbox.runtime.tool_gate import Toolbox
from apps.sandbox.runtime.worker import SandboxSession, SandboxWorker

pytestmark = pytest.mark.sandbox

PLAIN = SessionOptions(limits=Limits(cpu_s=5, wall_s=10))


@pytest.fixture
def small_pool(guest_folder: Path) -> Iterator[SandboxPool]:
    """One slot, for this test alone."""
    pool = SandboxPool(guest_folder, slots=1)
    yield pool
    pool.close()


def process_of(session: SandboxSession) -> SandboxWorker:
    """The process behind a session."""
    return session._worker


def test_one_process_serves_session_after_session(small_pool: SandboxPool) -> None:
    with small_pool.session(PLAIN) as first:
        pid = process_of(first).pid
        first.run("secret = 1")

    with small_pool.session(PLAIN) as second:
        assert process_of(second).pid == pid
        assert second.run("'secret' in globals()").value is False


def test_a_stopped_step_costs_the_session_and_not_the_process(small_pool: SandboxPool) -> None:
    with small_pool.session(SessionOptions(limits=Limits(cpu_s=0.1))) as first:
        pid = process_of(first).pid
        first.run("while True: pass")
        with pytest.raises(SessionEnded):
            first.save()

    with small_pool.session(PLAIN) as second:
        assert process_of(second).pid == pid


def test_a_process_killed_while_idle_is_replaced(small_pool: SandboxPool) -> None:
    with small_pool.session(PLAIN) as first:
        pid = process_of(first).pid
    os.kill(pid, signal.SIGKILL)

    with small_pool.session(PLAIN) as second:
        assert second.run("1 + 1").value == 2
        assert process_of(second).pid != pid


def test_a_process_killed_in_a_step_ends_that_step_only(small_pool: SandboxPool) -> None:
    with small_pool.session(PLAIN) as first:
        pid = process_of(first).pid
        threading.Timer(0.2, os.kill, (pid, signal.SIGKILL)).start()
        step = first.run("while True: pass")
        assert step.outcome is Outcome.WORKER_LOST
        assert not first.alive

    with small_pool.session(PLAIN) as second:
        assert second.run("1 + 1").value == 2


def test_a_process_that_does_not_answer_is_killed(small_pool: SandboxPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apps.sandbox.runtime.worker.GRACE_S", 0.2)
    with small_pool.session(SessionOptions(limits=Limits(wall_s=0.3))) as session:
        worker = process_of(session)
        os.kill(worker.pid, signal.SIGSTOP)
        started = time.monotonic()

        step = session.run("1")

        assert step.outcome is Outcome.WORKER_LOST
        assert time.monotonic() - started < 2
        assert not worker.alive


def test_leaving_a_step_half_way_kills_its_process(small_pool: SandboxPool) -> None:
    def interrupt(name: str, args: object, kwargs: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), small_pool.session(PLAIN, Toolbox(names=("f",), call=interrupt)) as session:
        session.run("f()")

    with small_pool.session(PLAIN) as second:
        assert second.run("1").value == 1


def test_two_threads_run_at_once_in_processes_of_their_own(pool: SandboxPool) -> None:
    both_running = threading.Barrier(2, timeout=10)

    def meet(name: str, args: object, kwargs: object) -> int:
        return both_running.wait()

    def run(number: int) -> object:
        with pool.session(PLAIN, Toolbox(names=("meet",), call=meet)) as session:
            session.run("meet()")
            return session.run(f"{number} * 10").value

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(run, [1, 2])) == [10, 20]


def test_more_threads_than_slots_wait_for_their_turn(small_pool: SandboxPool) -> None:
    def run(number: int) -> object:
        with small_pool.session(PLAIN) as session:
            return session.run(f"{number} + 1").value

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(run, range(12))) == list(range(1, 13))


def test_no_slot_in_time_is_an_error(small_pool: SandboxPool) -> None:
    with small_pool.session(PLAIN), pytest.raises(SandboxBusy), small_pool.session(PLAIN, wait_s=0.05):
        pass

    with small_pool.session(PLAIN) as session:
        assert session.run("1").value == 1


def test_a_fork_gets_processes_of_its_own(small_pool: SandboxPool) -> None:
    with small_pool.session(PLAIN) as session:
        parents = process_of(session).pid
    read_end, write_end = os.pipe()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # forking with threads is the point here
        child = os.fork()
    if child == 0:
        try:
            with small_pool.session(PLAIN) as forked:
                os.write(write_end, f"{process_of(forked).pid} {forked.run('6 * 7').value}".encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    pid, value = os.read(read_end, 100).decode().split()
    os.close(read_end)
    os.close(write_end)

    assert value == "42"
    assert int(pid) != parents
    with small_pool.session(PLAIN) as session:
        assert process_of(session).pid == parents


def test_a_guest_that_is_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    pool = SandboxPool(tmp_path, slots=1)

    with pytest.raises(GuestMissing, match=r"python -m apps\.sandbox\.runtime\.build"), pool.session(PLAIN):
        pass


def test_a_folder_that_others_can_write_to_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    pool = SandboxPool(tmp_path, slots=1)

    with pytest.raises(UntrustedCache), pool.session(PLAIN):
        pass
