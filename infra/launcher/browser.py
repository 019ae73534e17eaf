"""Chromium for the browser tests: Debian's, installed where we may."""

import os
import shutil
from pathlib import Path

from infra.launcher.errors import LauncherError
from infra.launcher.setup_step import Setup, caller_environment

_NAMES = ("chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    """Return the path of an installed browser."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


def environment() -> dict[str, str]:
    """Return what tells the tests which browser to drive."""
    found = find()
    return {} if found is None else {"ENFILADE_CHROMIUM": found}


def selection() -> str:
    """Return the pytest expression that leaves the browser tests out if there is no browser."""
    return "" if find() else "not browser"


def install(setup: Setup) -> None:
    """Install Chromium if it is absent and we may; else say what is skipped and how to get it."""
    if find() is not None:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        _skip(setup, "Install it as root: apt-get install chromium")
        return
    try:
        with setup.progress.step("installing Chromium", "Chromium installed"):
            _apt(setup, "update")
            _apt(setup, "install", "--yes", "--no-install-recommends", "chromium")
    except LauncherError as error:
        _skip(setup, str(error))


def _skip(setup: Setup, reason: str) -> None:
    setup.progress.say(f"There is no Chromium, so the browser tests are skipped. {reason}")


def _apt(setup: Setup, *arguments: str | Path) -> None:
    quiet = caller_environment() | {"DEBIAN_FRONTEND": "noninteractive"}
    command: list[str | Path] = ["apt-get", "--quiet", *arguments]
    setup.run(f"apt-get {arguments[0]}", command, log=f"apt-{arguments[0]}", environment=quiet)
