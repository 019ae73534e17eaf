"""An embedded Postgres: a foreground child on loopback, with a password, owned by no root."""

import os
import shutil
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from infra.launcher import ports, processes
from infra.launcher.errors import CommandFailed, LauncherError
from infra.launcher.places import SYSTEM_FOLDER, Home, private_folder, write_private
from infra.launcher.postgres_binaries import Installation, open_folder
from infra.launcher.processes import HOME_MARK, Child, Command
from infra.launcher.secret_store import Secrets

_SUPERUSER = "postgres"
OWNER = "enfilade"
_DATABASE = "enfilade"
_PREPARATION = Path(__file__).with_name("prepare_database.sql")
_START_PATIENCE = 60.0
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108  (the server's choice of place, not ours)
_SMALL_SHARED_MEMORY = 256 * 1024 * 1024
_READY_LINE = 7

# sized for a small machine that also runs the application
_SETTINGS = {
    "shared_buffers": "64MB",
    "effective_cache_size": "512MB",
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    "max_connections": "60",
    "max_wal_size": "256MB",
    "random_page_cost": "1.1",
    "jit": "off",
    "io_method": "sync",  # three worker processes fewer
    "autovacuum_max_workers": "2",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "unix_socket_directories": "",
}
# for databases that live for one test run
_FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Postgres:
    """One home's database server; `lasting` keeps what it wrote through a power cut."""

    home: Home
    secrets: Secrets
    port: int
    installation: Installation
    lasting: bool = True
    system_folder: Path = SYSTEM_FOLDER

    @property
    def base(self) -> Path:
        """The folder of the server's user, who as root's deputy cannot enter the home."""
        if self.installation.account is None:
            return self.home.path / "postgres"
        return self.system_folder / "instances" / self.secrets.instance

    @property
    def data(self) -> Path:
        """The data directory."""
        return self.base / "data"

    @property
    def owner_url(self) -> str:
        """The database as the owner of its tables sees it; for migrations only."""
        password = self.secrets.owner_password
        return f"postgresql://{OWNER}:{password}@{ports.LOOPBACK}:{self.port}/{_DATABASE}"

    def start(self) -> Child:
        """Create the cluster if needed, start the server, make role, database, extensions."""
        self._prepare_folder()
        if not (self.data / "PG_VERSION").exists():
            self._create_cluster()
        self._check_version()
        child = self._start_server()
        self._prepare_database()
        return child

    def erase(self) -> None:
        """Delete the stopped server's data."""
        shutil.rmtree(self.base, ignore_errors=True)

    def _prepare_folder(self) -> None:
        account = self.installation.account
        if account is not None:
            open_folder(self.base.parent)
        private_folder(self.base)
        if account is not None:
            os.chown(self.base, account.uid, account.gid)

    def _create_cluster(self) -> None:
        draft = self.base / "data.draft"
        password_file = self.base / "superuser.password"
        shutil.rmtree(draft, ignore_errors=True)
        write_private(password_file, self.secrets.superuser_password + "\n")
        if self.installation.account is not None:
            account = self.installation.account
            os.chown(password_file, account.uid, account.gid)
        try:
            processes.run(self._command("initdb", self._initdb_options(draft, password_file)))
        finally:
            password_file.unlink()
        draft.rename(self.data)  # a cluster under its own name is a finished one

    def _initdb_options(self, draft: Path, password_file: Path) -> list[str]:
        return [
            f"--pgdata={draft}",
            f"--username={_SUPERUSER}",
            f"--pwfile={password_file}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            # the server's own Unicode rules: nothing depends on the machine's locales
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            *([] if self.lasting else ["--no-sync"]),
        ]

    def _check_version(self) -> None:
        made_by = (self.data / "PG_VERSION").read_text(encoding="ascii").strip()
        if made_by != "18":
            raise LauncherError(
                f"{self.data} was made by Postgres {made_by}, this release brings 18. Dump it with "
                f"the old release and load it here, or move the folder away to start empty."
            )

    def _start_server(self) -> Child:
        deadline = time.monotonic() + _START_PATIENCE
        while True:
            self._forget_unburied()
            child = processes.start(self._command("postgres", self._server_options()))
            if self._becomes_ready(child, deadline):
                return child
            child.stop(patience=1)
            if time.monotonic() > deadline:
                raise CommandFailed("Postgres", child.command.log)
            # after a crash, the last server's children hold its shared memory for a moment
            time.sleep(0.3)

    def _forget_unburied(self) -> None:
        """Drop the lock of a killed server whose process entry nobody has collected.

        In a container whose first process collects none, Postgres would wait for it for ever. Whether the
        dead server's children still use the data, Postgres checks by other means.
        """
        lock = self.data / "postmaster.pid"
        if lock.exists() and processes.is_unburied(int(lock.read_text(encoding="ascii").split()[0])):
            lock.unlink()

    def _becomes_ready(self, child: Child, deadline: float) -> bool:
        while not child.has_ended():
            if self._says_ready(child.process.pid):
                return True
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        return False

    def _says_ready(self, pid: int) -> bool:
        try:
            lines = (self.data / "postmaster.pid").read_text(encoding="ascii").splitlines()
        except OSError:
            return False
        if len(lines) <= _READY_LINE:
            return False
        return lines[0] == str(pid) and lines[_READY_LINE].strip() == "ready"

    def _server_options(self) -> list[str]:
        settings = _SETTINGS | ({} if self.lasting else _FORGETFUL)
        if not _has_shared_memory():
            settings |= {"dynamic_shared_memory_type": "mmap"}
        options = ["-D", str(self.data), "-h", ports.LOOPBACK, "-p", str(self.port)]
        for name, value in settings.items():
            options += ["-c", f"{name}={value}"]
        return options

    def _prepare_database(self) -> None:
        flags = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
        flags.append(f"--set=for_tests={'false' if self.lasting else 'true'}")
        where = ["-h", ports.LOOPBACK, "-p", str(self.port), "-U", _SUPERUSER, "-d", "postgres"]
        passwords = {
            "PGPASSWORD": self.secrets.superuser_password,
            "ENFILADE_OWNER_PASSWORD": self.secrets.owner_password,
        }
        command = Command(
            name="Preparing the database",
            arguments=[self.installation.program("psql"), *flags, *where, "-f", _PREPARATION],
            environment=self._environment() | passwords,
            folder=self.home.path,
            log=self.home.log("postgres-prepare"),
        )
        processes.run(command)

    def _command(self, program: str, options: list[str]) -> Command:
        return Command(
            name=program,
            arguments=[self.installation.program(program), *options],
            environment=self._environment(),
            folder=self.base,
            log=self.home.log(program),
            stop_signal=signal.SIGINT,  # the fast shutdown: sessions are ended, data is safe
            account=self.installation.account,
        )

    def _environment(self) -> dict[str, str]:
        # nothing of the caller's: PGOPTIONS or PGDATA meant for another server would reach ours
        return {"PATH": os.defpath, "LC_ALL": "C", HOME_MARK: str(self.home.path)}


def _has_shared_memory() -> bool:
    try:
        found = os.statvfs(_SHARED_MEMORY)
        writable_by_all = _SHARED_MEMORY.stat().st_mode & 0o002
    except OSError:
        return False
    return bool(writable_by_all) and found.f_bavail * found.f_frsize >= _SMALL_SHARED_MEMORY
