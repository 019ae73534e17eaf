"""Programs that some tests drive and that come from the system: installed by apt where we may."""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass

from infra.launcher.errors import LauncherError
from infra.launcher.setup_step import Setup, caller_environment


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """What it is called, the package that brings it, and what cannot be tried without it."""

    title: str
    package: str
    names: tuple[str, ...]
    tests: str

    def find(self) -> str | None:
        """Return the path of the installed program."""
        return next(filter(None, map(shutil.which, self.names)), None)


CHROMIUM = Program(
    title="Chromium",
    package="chromium",
    names=("chromium", "chromium-browser", "google-chrome"),
    tests="the browser tests",
)
REDIS = Program(
    title="Redis",
    package="redis-server",
    names=("redis-server",),
    tests="the test of servers of one's own",
)


def install(setup: Setup, programs: Sequence[Program]) -> None:
    """Install what is absent if we may; else say what is skipped and how to get it."""
    absent = [program for program in programs if program.find() is None]
    if not absent:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        for program in absent:
            _skip(setup, program, f"Install it as root: apt-get install {program.package}")
        return
    for program in absent:
        _install(setup, program)


def _install(setup: Setup, program: Program) -> None:
    try:
        with setup.progress.step(f"installing {program.title}", f"{program.title} installed"):
            _apt(setup, "update")
            _apt(setup, "install", "--yes", "--no-install-recommends", program.package)
    except LauncherError as error:
        _skip(setup, program, str(error))


def _skip(setup: Setup, program: Program, reason: str) -> None:
    setup.progress.say(f"There is no {program.title}, so {program.tests} cannot run. {reason}")


def _apt(setup: Setup, *arguments: str) -> None:
    # RUNLEVEL: the tests start a server of their own, and the package must not start one beside it
    quiet = caller_environment() | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    setup.run(
        f"apt-get {arguments[0]}",
        ["apt-get", "--quiet", *arguments],
        log=f"apt-{arguments[0]}",
        environment=quiet,
    )
