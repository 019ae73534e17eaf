"""A whole instance of its own: started as a newcomer starts it, gone without a trace afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import httpx

from infra.launcher import ports, running, secret_store
from infra.launcher.places import SYSTEM_FOLDER, Checkout, Home, this_checkout
from tests.e2e.people import client

PATIENCE = 30.0

Found = TypeVar("Found")


@dataclass(frozen=True, kw_only=True, slots=True)
class Instance:
    """What `instance.json` says, and where the instance lives."""

    home: Home
    url: str
    api_key: str
    tenant: str
    palace: str
    member_email: str
    member_password: str

    def program(self) -> httpx.Client:
        """A program with the demo tenant's key."""
        return client(self.url, key=self.api_key)

    def pid_of(self, name: str) -> int | None:
        """The process of that worker; None while there is none."""
        supervisor = running.find(self.home)
        assert supervisor is not None, f"nothing runs in {self.home.path}"
        return next((pid for pid in children(supervisor.pid) if f"{name}@" in command_line(pid)), None)


@contextmanager
def running_instance(home: Path, environment: Mapping[str, str] | None = None) -> Iterator[Instance]:
    """A fresh instance with a home and a port of its own, for as long as the block lasts."""
    checkout = this_checkout()
    given = {**newcomer(Home(path=home)), "ENFILADE_PORT": str(ports.choose(None)), **(environment or {})}
    with ExitStack() as stack:
        stack.callback(_erase, checkout, given)
        _call(checkout, "up", "--detach", environment=given)
        yield read(home)


def read(home: Path) -> Instance:
    """The instance that runs in a home."""
    known = json.loads((home / "instance.json").read_text(encoding="utf-8"))
    return Instance(home=Home(path=home), **known)


def newcomer(home: Home) -> dict[str, str]:
    """The environment of someone who has only just come, with a home of their choice."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return kept | {"ENFILADE_HOME": str(home.path)}


def until(look: Callable[[], Found | None], *, seconds: float = PATIENCE) -> Found:
    """What `look` finds, as soon as it finds something; fails when it takes too long."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"{look} found nothing in {seconds:.0f} seconds"
        time.sleep(0.1)
    return found


def children(parent: int) -> list[int]:
    """The processes that a process has started and that still live."""
    pids = (int(process.name) for process in Path("/proc").glob("[0-9]*"))
    return [pid for pid in pids if _parent(pid) == parent]


def command_line(pid: int) -> str:
    """How a process was called."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").replace("\0", " ")
    except OSError:
        return ""


def _parent(pid: int) -> int | None:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    except OSError:
        return None


def _erase(checkout: Checkout, environment: Mapping[str, str]) -> None:
    _call(checkout, "down", environment=environment)
    home = Home(path=Path(environment["ENFILADE_HOME"]))
    if os.geteuid() == 0 and home.secrets.exists():
        subprocess.run(["rm", "-rf", SYSTEM_FOLDER / "instances" / secret_store.load(home).instance], check=True)


def _call(checkout: Checkout, name: str, *arguments: str, environment: Mapping[str, str]) -> None:
    command = [str(checkout.root / "infra" / name), *arguments]
    done = subprocess.run(command, env=dict(environment), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"infra/{name} failed:\n{done.stdout}{done.stderr}"
