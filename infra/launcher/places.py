"""Where things are: the checkout with its environment, and the home of one instance."""

import os
from dataclasses import dataclass
from pathlib import Path

from infra.launcher.errors import LauncherError

# as root, Postgres runs as another user, who can reach neither the checkout nor the home
SYSTEM_FOLDER = Path("/var/lib/enfilade")


@dataclass(frozen=True, kw_only=True, slots=True)
class Checkout:
    """The source tree and the virtual environment beside it."""

    root: Path

    @property
    def venv(self) -> Path:
        """The virtual environment."""
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        """The interpreter everything of ours runs on."""
        return self.venv / "bin" / "python"

    @property
    def frontend(self) -> Path:
        """The React application's sources."""
        return self.root / "frontend"

    @property
    def stamps(self) -> Path:
        """Fingerprints of finished set-up steps."""
        return self.venv / "stamps"

    def requirements(self, name: str) -> Path:
        """Return the lock of that name."""
        return self.root / "infra" / "requirements" / f"{name}.txt"

    def packages(self) -> Path:
        """Return the folder pip installs into."""
        found = sorted(self.venv.glob("lib/python3*/site-packages"))
        if not found:
            raise LauncherError(f"{self.venv} holds no packages; delete it and start again.")
        return found[-1]


@dataclass(frozen=True, kw_only=True, slots=True)
class Home:
    """One instance's state: data, secrets, logs."""

    path: Path

    @property
    def logs(self) -> Path:
        """One log per process and set-up step."""
        return self.path / "logs"

    @property
    def secrets(self) -> Path:
        """Generated passwords and remembered ports."""
        return self.path / "secrets.json"

    @property
    def environment(self) -> Path:
        """What the processes get as their environment, for the command line to read."""
        return self.path / "environment.json"

    @property
    def instance(self) -> Path:
        """Address, key and log-in of the demo tenant; written by the application."""
        return self.path / "instance.json"

    @property
    def lock(self) -> Path:
        """Held by the one supervisor of this home."""
        return self.path / "supervisor.lock"

    @property
    def pid(self) -> Path:
        """Who supervises, and where it answers."""
        return self.path / "supervisor.json"

    @property
    def sandbox(self) -> Path:
        """The built sandbox guest."""
        return self.path / "sandbox"

    def log(self, name: str) -> Path:
        """Return the log of that process or step."""
        return self.logs / f"{name}.log"

    def folder(self, name: str) -> Path:
        """Return a private subfolder, made if absent."""
        return private_folder(self.path / name)

    def prepare(self) -> None:
        """Create the home for its owner only."""
        try:
            private_folder(self.path)
            private_folder(self.logs)
        except OSError as error:
            raise LauncherError(f"Cannot use {self.path} as home: {error.strerror}.") from error


def private_folder(path: Path) -> Path:
    """Create a folder that only its owner can enter."""
    path.mkdir(parents=True, exist_ok=True)
    path.chmod(0o700)
    return path


def write_private(path: Path, text: str) -> None:
    """Replace a file in one step; at no moment is it readable by others or half written."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def this_checkout() -> Checkout:
    """Return the checkout this file belongs to."""
    return Checkout(root=Path(__file__).resolve().parents[2])
