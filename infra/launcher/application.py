"""The application's processes: their commands, and the environment they share."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from infra.launcher import processes
from infra.launcher.errors import LauncherError
from infra.launcher.options import Options
from infra.launcher.places import Checkout, Home, write_private
from infra.launcher.processes import HOME_MARK, Command
from infra.launcher.secret_store import Secrets
from infra.launcher.setup_step import caller_environment

# the owner may change every table and pass every wall: no serving process gets its address
_FOR_MIGRATIONS_ONLY = ("DATABASE_OWNER_URL", "ENFILADE_RUNTIME_PASSWORD")
_READ_BY_OPTIONS = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")

MEMORY_QUEUES = ("default", "embedding")
AGENT_QUEUES = ("agents", "default")
"""Both take the small work of `default`, so that it moves while one of them is full."""

# glibc keeps the embedder's large buffers for later; returned at once they cost 8 % of time and save 150 MB a process
_RETURN_MEMORY = {
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": "262144",
    "MALLOC_TRIM_THRESHOLD_": "262144",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Addresses:
    """The servers to work with; the database as its owner."""

    database_owner: str
    redis: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Application:
    """Django and Celery of one instance."""

    checkout: Checkout
    home: Home
    environment: dict[str, str]

    def worker(self) -> Command:
        """Return the Celery worker of the memories, with the scheduler."""
        schedule = self.home.folder("celery") / "schedule"
        return self._celery("worker", MEMORY_QUEUES, 4, "-B", "-s", str(schedule))

    def agents(self) -> Command:
        """Return the Celery worker that drives runs: they last minutes and must not hold up the memories."""
        return self._celery("agents", AGENT_QUEUES, 8)

    def _celery(self, name: str, queues: Sequence[str], threads: int, *more: str) -> Command:
        # threads: a process pool would load the embedding model once more for each process
        pool = ("--pool", "threads", "--concurrency", str(threads))
        # two workers of one machine have no one to gossip with, and waiting for neighbours costs a second
        alone = ("--without-gossip", "--without-mingle", "-n", f"{name}@%h")
        # prepare_instance has just run Django's checks; each worker would load the whole API to run them again
        celery = ("-m", "celery", "-A", "config.celery", "--skip-checks", "worker", "-Q", ",".join(queues))
        return self._command(name, *celery, *pool, *alone, "--loglevel", "warning", *more)

    def web(self, *, host: str, port: int) -> Command:
        """Return the web server."""
        listen = ("--host", host, "--port", str(port))
        size = ("--workers", "1", "--blocking-threads", "16")
        served = ("--interface", "wsgi", "config.wsgi:application")
        calm = ("--log-level", "warning", "--workers-kill-timeout", "5", "--no-ws")
        return self._command("web", "-m", "granian", *served, *listen, *size, *calm)

    def _command(self, name: str, *arguments: str) -> Command:
        return Command(
            name=name,
            arguments=[self.checkout.python, *arguments],
            environment=self.environment,
            folder=self.checkout.root,
            log=self.home.log(name),
        )


def prepare(checkout: Checkout, options: Options, known: Secrets, addresses: Addresses) -> Application:
    """Migrate the database, make the demo tenant, and return what serves it."""
    home = options.home
    environment = _environment(checkout, options, known, addresses)
    command = Command(
        name="Preparing the database",
        arguments=[checkout.python, checkout.root / "manage.py", "prepare_instance"],
        environment=environment,
        folder=checkout.root,
        log=home.log("prepare"),
    )
    runtime_url = runtime_url_in(processes.read(command), home.log("prepare"))
    serving = {k: v for k, v in environment.items() if k not in _FOR_MIGRATIONS_ONLY}
    serving["DATABASE_URL"] = runtime_url
    _remember(home, serving)
    return Application(checkout=checkout, home=home, environment=serving)


def runtime_url_in(output: str, log: Path) -> str:
    """Return the runtime role's address, which the last line printed holds as JSON."""
    lines = output.strip().splitlines()
    try:
        url = json.loads(lines[-1])["database_url"]
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise LauncherError(f"prepare_instance did not print a database_url; see {log}.") from error
    return str(url)


def without_given(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without what the options have read: left there, a file would win over what we hand on."""
    given = {name for known in _READ_BY_OPTIONS for name in (known, f"{known}_FILE")}
    return {name: value for name, value in environment.items() if name not in given}


def _environment(checkout: Checkout, options: Options, known: Secrets, addresses: Addresses) -> dict[str, str]:
    environment = without_given(caller_environment())
    if options.database_url is None:
        # in a database of one's own several homes may share the runtime role: its password follows from SECRET_KEY
        environment["ENFILADE_RUNTIME_PASSWORD"] = known.runtime_password
    environment.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    environment |= {
        "PYTHONPATH": os.pathsep.join((str(checkout.root / "platform"), str(checkout.root))),
        "PYTHONUNBUFFERED": "1",
        "SECRET_KEY": options.secret_key or known.secret_key,
        "DATABASE_OWNER_URL": addresses.database_owner,
        "REDIS_URL": addresses.redis,
        "ENFILADE_HOME": str(options.home.path),
        "ENFILADE_PORT": str(options.port),
        HOME_MARK: str(options.home.path),
    }
    return environment | _RETURN_MEMORY


def _remember(home: Home, environment: dict[str, str]) -> None:
    """Let the `enfilade` command find the running instance."""
    names = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ENFILADE_HOME", "ENFILADE_PORT")
    kept = {name: environment[name] for name in names}
    write_private(home.environment, json.dumps(kept, indent=2) + "\n")
