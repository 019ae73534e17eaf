"""One instance from its first process to its last."""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType

from infra.launcher import application, builds, external, health, postgres_binaries, processes, secret_store
from infra.launcher.application import Addresses, Application
from infra.launcher.builds import Builds
from infra.launcher.errors import LauncherError, Stopped, log_tail
from infra.launcher.options import Options
from infra.launcher.places import Checkout
from infra.launcher.postgres import Postgres
from infra.launcher.processes import Child, Command
from infra.launcher.progress import Progress
from infra.launcher.secret_store import Secrets
from infra.launcher.valkey import Valkey

_READY_PATIENCE = 90.0
_STOP_PATIENCE = 15.0
# a process that keeps ending needs a person, not another restart
_RESTARTS = 3
_RESTARTS_WITHIN = 60.0
_RESTARTABLE = ("worker", "agents", "web")


@dataclass(kw_only=True, slots=True)
class Instance:
    """The running children, in the order of their start."""

    checkout: Checkout
    options: Options
    progress: Progress
    children: list[Child] = field(default_factory=list)
    restarts: list[float] = field(default_factory=list)

    def prepare(self, pending: Builds) -> Application:
        """Start the servers and bring the database up to date while the builds run."""
        known = secret_store.load(self.options.home)
        known = secret_store.choose_ports(self.options.home, known)
        addresses = Addresses(redis=self._broker(known), database_owner=self._database(known))
        with self.progress.step("preparing the database", "database prepared"):
            app = application.prepare(self.checkout, self.options, known, addresses)
        pending.wait()
        return app

    def serve(self, app: Application) -> None:
        """Start the application's processes; returns when the instance says it is ready."""
        with self.progress.step("starting workers and web server", "workers and web server ready"):
            self._launch(app.worker())
            self._launch(app.agents())
            self._launch(app.web(host=self.options.host, port=self.options.port))
            self._wait_until_ready()

    def watch(self) -> None:
        """Stay until a child is lost for good, which raises."""
        while True:
            for child in list(self.children):
                if child.has_ended():
                    self._replace(child)
            time.sleep(0.25)

    def stop(self) -> None:
        """Stop the children, last started first."""
        while self.children:
            self.children[-1].stop(patience=_STOP_PATIENCE)
            self.children.pop()

    def _broker(self, known: Secrets) -> str:
        if self.options.redis_url is not None:
            with self.progress.step("connecting to REDIS_URL", "the Redis at REDIS_URL answers"):
                external.require_broker(self.checkout, self.options.home, self.options.redis_url)
            return self.options.redis_url
        valkey = Valkey(
            home=self.options.home,
            secrets=known,
            port=_chosen(known.valkey_port),
            packages=self.checkout.packages(),
        )
        with self.progress.step("starting Valkey", f"Valkey started on port {valkey.port}"):
            self.children.append(valkey.start())
        return valkey.url

    def _database(self, known: Secrets) -> str:
        if self.options.database_url is not None:
            return self.options.database_url
        port = _chosen(known.postgres_port)
        with self.progress.step("starting Postgres", f"Postgres started on port {port}"):
            postgres = Postgres(
                home=self.options.home,
                secrets=known,
                port=port,
                installation=postgres_binaries.install(self.checkout.packages()),
            )
            self.children.append(postgres.start())
        return postgres.owner_url

    def _launch(self, command: Command) -> None:
        self.children.append(processes.start(command))

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + _READY_PATIENCE
        while complaint := health.readiness(self.options.own_host, self.options.port):
            for child in self.children:
                if child.has_ended():
                    raise _lost(child)
            if time.monotonic() > deadline:
                raise LauncherError(
                    f"Not ready after {_READY_PATIENCE:.0f} seconds; /readyz says: {complaint}\n"
                    f"The logs: {self.options.home.logs}"
                )
            time.sleep(0.1)

    def _replace(self, child: Child) -> None:
        if child.name not in _RESTARTABLE or not may_restart(self.restarts, at=time.monotonic()):
            raise _lost(child)
        self.restarts.append(time.monotonic())
        code = child.process.returncode
        self.progress.say(f"The {child.name} process ended ({_ending(code)}); starting it again.")
        child.stop(patience=0)  # its own children must not run beside the new one's
        self.children[self.children.index(child)] = processes.start(child.command)


def run(checkout: Checkout, options: Options, progress: Progress, *, ready: Callable[[], None]) -> None:
    """Set up, start, call `ready`, and stay until a signal or a failure; leaves nothing running."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    instance = Instance(checkout=checkout, options=options, progress=progress)
    try:
        with builds.started(checkout, options.home, progress) as pending:
            app = instance.prepare(pending)
        instance.serve(app)
        ready()
        instance.watch()
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # we are stopping already
        instance.stop()


def may_restart(earlier: list[float], *, at: float) -> bool:
    """Tell whether another restart is worth a try after the earlier ones."""
    recent = [when for when in earlier if at - when < _RESTARTS_WITHIN]
    return len(recent) < _RESTARTS


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped


def _lost(child: Child) -> LauncherError:
    code = child.process.returncode
    return LauncherError(
        f"The {child.name} process ended ({_ending(code)}), so everything is stopped.\n"
        f"{log_tail(child.command.log)}\nThe whole log: {child.command.log}"
    )


def _ending(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def _chosen(port: int | None) -> int:
    assert port is not None  # noqa: S101  (choose_ports has filled both in)
    return port
