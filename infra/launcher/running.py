"""Who supervises a home, told from a stranger who has inherited the process number."""

import json
import os
import signal
import time
from dataclasses import asdict, dataclass

from infra.launcher import processes
from infra.launcher.errors import LauncherError
from infra.launcher.places import Home, write_private

_STOP_PATIENCE = 60.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Supervisor:
    """A process number, what makes it unique, and the address it serves."""

    pid: int
    identity: str
    url: str

    def is_alive(self) -> bool:
        """Tell whether that very process still runs."""
        return processes.identity(self.pid) == self.identity


def record(home: Home, *, url: str) -> None:
    """Note this process as the home's supervisor."""
    me = Supervisor(pid=os.getpid(), identity=processes.identity(os.getpid()) or "", url=url)
    write_private(home.pid, json.dumps(asdict(me)) + "\n")


def forget(home: Home) -> None:
    """Remove the note of the home's supervisor."""
    home.pid.unlink(missing_ok=True)


def find(home: Home) -> Supervisor | None:
    """Return the home's living supervisor, if there is one."""
    try:
        noted = Supervisor(**json.loads(home.pid.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return noted if noted.is_alive() else None


def stop(supervisor: Supervisor) -> None:
    """Ask a supervisor to stop its instance and wait until it has."""
    os.kill(supervisor.pid, signal.SIGTERM)
    deadline = time.monotonic() + _STOP_PATIENCE
    while supervisor.is_alive():
        if time.monotonic() > deadline:
            raise LauncherError(f"Process {supervisor.pid} has not stopped within {_STOP_PATIENCE:.0f} seconds.")
        time.sleep(0.05)
