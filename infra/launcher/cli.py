"""The commands `up`, `down` and `test`."""

import os
import shlex
import sys
import time
from collections.abc import Callable, Sequence

from infra.launcher import detachment, health, locks, options, ports, processes, running, suite, supervisor
from infra.launcher.detachment import Background
from infra.launcher.errors import LauncherError, Stopped
from infra.launcher.options import Options
from infra.launcher.places import Checkout, Home, this_checkout
from infra.launcher.progress import Progress, Sink

_ALREADY_PATIENCE = 180.0


def main(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code; a failure is told in words."""
    commands: dict[str, Callable[[Sequence[str], Checkout], int]] = {
        "up": up,
        "down": down,
        "test": suite.test,
    }
    try:
        return commands[arguments[0]](arguments[1:], this_checkout())
    except LauncherError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, Stopped):
        return 130


def up(arguments: Sequence[str], checkout: Checkout) -> int:
    """Run an instance in the foreground, or in the background with `--detach`."""
    chosen = options.read(arguments, os.environ, checkout)
    chosen.home.prepare()
    if locks.try_hold(chosen.home.lock) is None:
        return _already_running(chosen.home)
    processes.end_leftovers(chosen.home.path)
    _require_port(chosen)
    if chosen.detach:
        log = chosen.home.log("supervisor")
        return detachment.detach(log, lambda background: _run_behind(checkout, chosen, background))
    progress = Progress(sinks=[Sink(stream=sys.stdout, animated=sys.stdout.isatty())])
    return _run(checkout, chosen, progress, ready=lambda: None)


def down(arguments: Sequence[str], checkout: Checkout) -> int:
    """Stop the home's instance; one that does not run is fine."""
    home = options.read_home(arguments, os.environ, checkout)
    supervisor_found = running.find(home)
    if supervisor_found is None:
        lost = _clean_up(home)
        print(f"Enfilade is not running in {home.path}{lost}.")
        return 0
    running.stop(supervisor_found)
    print(f"Enfilade in {home.path} has stopped.")
    return 0


def _clean_up(home: Home) -> str:
    """Remove what a killed supervisor left; a supervisor that has just begun keeps its lock."""
    if not home.path.is_dir() or locks.try_hold(home.lock) is None:
        return ""
    running.forget(home)
    found = processes.end_leftovers(home.path)
    return f"; {len(found)} processes a killed one had left are ended" if found else ""


def _run_behind(checkout: Checkout, chosen: Options, background: Background) -> int:
    try:
        return _run(checkout, chosen, background.progress, ready=background.ready)
    except LauncherError as error:
        background.progress.say(f"\n{error}")
        return 1


def _run(checkout: Checkout, chosen: Options, progress: Progress, *, ready: Callable[[], None]) -> int:
    running.record(chosen.home, url=chosen.url)

    def announce() -> None:
        progress.say(_welcome(checkout, chosen, progress.seconds()))
        ready()

    try:
        supervisor.run(checkout, chosen, progress, ready=announce)
    except Stopped:
        progress.say("\nEnfilade has stopped.")
    finally:
        running.forget(chosen.home)
    return 0


def _welcome(checkout: Checkout, chosen: Options, seconds: float) -> str:
    down = _down_command(checkout, chosen.home)
    stop = down if chosen.detach else f"Ctrl-C, or {down}"
    return (
        f"\nEnfilade is ready at {chosen.url} ({seconds:.1f} s)\n"
        f"  log-in and API key  {chosen.home.instance}\n"
        f"  logs                {chosen.home.logs}\n"
        f"  stop it with        {stop}\n"
    )


def _down_command(checkout: Checkout, home: Home) -> str:
    """Return what stops this very home: infra/down alone would look in the usual one."""
    usual = home.path == checkout.root / "var"
    return "infra/down" if usual else f"ENFILADE_HOME={shlex.quote(str(home.path))} infra/down"


def _already_running(home: Home) -> int:
    deadline = time.monotonic() + _ALREADY_PATIENCE
    while time.monotonic() < deadline:
        found = running.find(home)
        if found is not None and _is_ready(found.url):
            print(f"Enfilade is already running at {found.url} (home {home.path}).")
            return 0
        if found is None and locks.try_hold(home.lock) is not None:
            raise LauncherError("The Enfilade that was starting has ended; start it again.")
        time.sleep(0.2)
    raise LauncherError(f"Another start of {home.path} is under way and does not get ready.")


def _is_ready(url: str) -> bool:
    host, _, port = url.removeprefix("http://").rpartition(":")
    return health.readiness(host, int(port)) is None


def _require_port(chosen: Options) -> None:
    if ports.is_free(chosen.port, host=chosen.host):
        return
    raise LauncherError(
        f"Port {chosen.port} is in use by {ports.describe_holder(chosen.port)}.\n"
        f"Stop it, or choose another port: ENFILADE_PORT={chosen.port + 1} infra/up"
    )
