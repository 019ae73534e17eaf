"""Children end with their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from infra.launcher import processes
from infra.launcher.errors import CommandFailed, Stopped
from infra.launcher.places import Home
from infra.launcher.processes import HOME_MARK, Child, Command

SLEEP = "import time; time.sleep(60)"
# a supervisor that starts one child, says its number, and waits to be killed
SUPERVISOR = """
import sys, time
from pathlib import Path
from infra.launcher import processes
folder = Path(sys.argv[1])
child = processes.start(processes.Command(name="child", arguments=[sys.executable, "-c", "import time; time.sleep(60)"],
    environment={}, folder=folder, log=folder / "child.log"))
print(child.process.pid, flush=True)
time.sleep(60)
"""


def command(home: Home, code: str, **environment: str) -> Command:
    """A Python process of that home."""
    return Command(
        name="child",
        arguments=[sys.executable, "-c", code],
        environment=environment,
        folder=home.path,
        log=home.log("child"),
    )


def gone_within(pid: int, *, seconds: float) -> bool:
    """Whether a process disappears in time."""
    deadline = time.monotonic() + seconds
    while processes.identity(pid) is not None:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent's death")
def test_a_child_ends_when_its_supervisor_is_killed(home: Home) -> None:
    supervisor = subprocess.Popen(
        [sys.executable, "-c", SUPERVISOR, home.path],
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert supervisor.stdout is not None
    child = int(supervisor.stdout.readline())

    supervisor.kill()
    supervisor.communicate()

    assert gone_within(child, seconds=5)


def test_a_child_that_ignores_the_request_is_killed(home: Home, stop_after: Callable[[Child], Child]) -> None:
    code = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); {SLEEP}"
    child = stop_after(processes.start(command(home, code)))
    while "deaf" not in home.log("child").read_text():
        time.sleep(0.02)

    child.stop(patience=0.1)

    assert child.process.returncode == -signal.SIGKILL


def test_the_children_of_a_child_do_not_outlive_it(home: Home, stop_after: Callable[[Child], Child]) -> None:
    code = f"import os; os.fork() or print(os.getpid(), flush=True); {SLEEP}"
    child = stop_after(processes.start(command(home, code)))
    while not (said := home.log("child").read_text().strip()):
        time.sleep(0.02)

    child.stop(patience=1)

    assert gone_within(int(said), seconds=5)


def test_a_failed_command_shows_the_end_of_its_log(home: Home) -> None:
    code = "print(*range(100), sep='\\n', flush=True); raise SystemExit('the reason')"

    with pytest.raises(CommandFailed) as failure:
        processes.run(command(home, code))

    assert "the reason" in str(failure.value)
    assert str(home.log("child")) in str(failure.value)
    assert "\n    10\n" not in str(failure.value)


def test_a_cancelled_command_is_ended(home: Home) -> None:
    with pytest.raises(Stopped):
        processes.run(command(home, SLEEP), cancelled=lambda: True)


@pytest.mark.skipif(sys.platform != "linux", reason="the mark is read from /proc")
def test_what_a_killed_supervisor_left_is_found_by_its_home_and_ended(home: Home) -> None:
    lost = subprocess.Popen([sys.executable, "-c", SLEEP], env={HOME_MARK: str(home.path)})
    stranger = subprocess.Popen([sys.executable, "-c", SLEEP], env={HOME_MARK: "/another"})
    while not (Path(f"/proc/{lost.pid}") / "environ").read_bytes():
        time.sleep(0.02)

    assert processes.end_leftovers(home.path) == [lost.pid]
    lost.wait(5)
    assert stranger.poll() is None
    stranger.kill()
    stranger.wait()


def test_a_command_s_output_is_returned_and_its_complaints_are_logged(home: Home) -> None:
    assert processes.read(command(home, "import sys; print('out'); print('err', file=sys.stderr)")) == "out\n"
    assert home.log("child").read_text() == "err\n"


def test_ctrl_c_reaches_no_child(home: Home, stop_after: Callable[[Child], Child]) -> None:
    child = stop_after(processes.start(command(home, SLEEP)))

    assert os.getpgid(child.process.pid) != os.getpgid(0)
