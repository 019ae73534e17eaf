"""`infra/up` and `infra/down` with a whole instance."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import stat
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import pytest

from infra.launcher import ports, processes, running, secret_store
from infra.launcher.places import SYSTEM_FOLDER, Checkout, Home
from tests.e2e.stack import children

pytestmark = [pytest.mark.stack, pytest.mark.timeout(240)]


@dataclass(frozen=True, kw_only=True, slots=True)
class Commands:
    """The two commands for one home and port."""

    root: Path
    home: Home
    port: int

    def call(self, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        return subprocess.run(
            [self.root / "infra" / name, *arguments],
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )

    def environment(self) -> dict[str, str]:
        """A newcomer's environment."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return kept | {"ENFILADE_HOME": str(self.home.path), "ENFILADE_PORT": str(self.port)}

    def stop_and_erase(self) -> None:
        """Leave nothing of this home, not even what root keeps elsewhere."""
        self.call("down")
        if os.geteuid() == 0 and self.home.secrets.exists():
            instance = secret_store.load(self.home).instance
            subprocess.run(["rm", "-rf", SYSTEM_FOLDER / "instances" / instance], check=True)

    def readyz(self) -> int:
        """The status of `/readyz`."""
        with closing(HTTPConnection(ports.LOOPBACK, self.port, timeout=5)) as connection:
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            answer.read()
            return answer.status


@pytest.fixture
def commands(checkout: Checkout, tmp_path: Path) -> Iterator[Commands]:
    """Commands for a fresh home, stopped and erased after the test."""
    made = Commands(root=checkout.root, home=Home(path=tmp_path / "home"), port=ports.choose(None))
    yield made
    made.stop_and_erase()


def test_up_twice_is_harmless_and_down_leaves_nothing(commands: Commands) -> None:
    first = commands.call("up", "--detach")
    second = commands.call("up", "--detach")
    ready = commands.readyz()
    down = commands.call("down")

    assert (first.returncode, second.returncode, down.returncode) == (0, 0, 0), first.stdout + first.stderr
    assert ready == 200
    assert f"already running at http://127.0.0.1:{commands.port}" in second.stdout
    assert processes.end_leftovers(commands.home.path) == []
    assert commands.call("down").returncode == 0


def test_the_instance_file_is_private_and_names_all_a_newcomer_needs(commands: Commands) -> None:
    commands.call("up", "--detach")

    known = json.loads(commands.home.instance.read_text())

    assert set(known) == {"url", "api_key", "tenant", "palace", "member_email", "member_password"}
    assert stat.S_IMODE(commands.home.instance.stat().st_mode) == 0o600


def test_a_killed_supervisor_takes_everything_with_it_and_the_next_start_works(commands: Commands) -> None:
    commands.call("up", "--detach")
    supervisor = running.find(commands.home)
    assert supervisor is not None
    os.kill(supervisor.pid, signal.SIGKILL)

    began = time.monotonic()
    again = commands.call("up", "--detach")

    assert again.returncode == 0, again.stdout + again.stderr
    assert time.monotonic() - began < 30  # seconds; it takes two on an idle machine
    assert commands.readyz() == 200


def test_a_port_in_use_is_named_before_anything_starts(commands: Commands) -> None:
    with socket.socket() as stranger:
        stranger.bind((ports.LOOPBACK, commands.port))
        stranger.listen()
        refused = commands.call("up", "--detach")

    assert refused.returncode == 1
    assert re.search(rf"Port {commands.port} is in use by .*process {os.getpid()}", refused.stderr)
    assert not (commands.home.path / "secrets.json").exists()


def test_ctrl_c_stops_everything_and_counts_as_success(commands: Commands) -> None:
    foreground = subprocess.Popen(
        [commands.root / "infra" / "up"], env=commands.environment(), stdout=subprocess.PIPE, text=True
    )
    assert foreground.stdout is not None
    assert any("is ready at" in line for line in foreground.stdout)

    foreground.send_signal(signal.SIGINT)
    said, _ = foreground.communicate(timeout=30)

    assert foreground.returncode == 0
    assert "has stopped" in said
    assert processes.end_leftovers(commands.home.path) == []


def test_a_lost_database_stops_everything_and_says_which_log_to_read(commands: Commands) -> None:
    foreground = subprocess.Popen(
        [commands.root / "infra" / "up"],
        env=commands.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert foreground.stdout is not None
    assert any("is ready at" in line for line in foreground.stdout)

    _kill_the_broker(commands.home)
    _, complaint = foreground.communicate(timeout=30)

    assert foreground.returncode == 1
    assert "The valkey process ended (signal SIGKILL)" in complaint
    assert str(commands.home.log("valkey")) in complaint


def test_two_homes_run_side_by_side_also_from_a_path_with_spaces(commands: Commands, tmp_path: Path) -> None:
    beside = Commands(root=commands.root, home=Home(path=tmp_path / "another home"), port=ports.choose(None))
    try:
        commands.call("up", "--detach")
        second = beside.call("up", "--detach")

        assert second.returncode == 0, second.stdout + second.stderr
        assert f"ENFILADE_HOME='{beside.home.path}' infra/down" in second.stdout
        assert (commands.readyz(), beside.readyz()) == (200, 200)
    finally:
        beside.stop_and_erase()
    assert commands.readyz() == 200


def test_after_everything_was_killed_at_once_the_next_start_works(commands: Commands) -> None:
    commands.call("up", "--detach")
    _kill_everything(commands.home)

    again = commands.call("up", "--detach")

    assert again.returncode == 0, again.stdout + again.stderr
    assert commands.readyz() == 200


def _kill_everything(home: Home) -> None:
    supervisor = running.find(home)
    assert supervisor is not None
    for pid in [supervisor.pid, *children(supervisor.pid)]:
        with contextlib.suppress(ProcessLookupError):  # the supervisor's end has reached it first
            os.kill(pid, signal.SIGKILL)


def _kill_the_broker(home: Home) -> None:
    port = secret_store.load(home).valkey_port
    assert port is not None
    number = re.search(r"process (\d+)", ports.describe_holder(port))
    assert number is not None
    os.kill(int(number[1]), signal.SIGKILL)
