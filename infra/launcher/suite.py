"""`infra/test`: installs what the tests need and runs every check, or the named ones."""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from infra.launcher import browser, frontend, guest, node, packages, system_packages, throwaway_servers
from infra.launcher.builds import Builds
from infra.launcher.places import Checkout, Home
from infra.launcher.progress import Progress, Sink
from infra.launcher.setup_step import Setup, caller_environment

_NEEDS_MORE = ("service", "sandbox", "browser", "gguf", "stack")
_UNIT = " and ".join(f"not {marker}" for marker in _NEEDS_MORE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """One run of the suite."""

    setup: Setup
    pytest_options: Sequence[str]

    @property
    def root(self) -> Path:
        """The checkout."""
        return self.setup.checkout.root

    def tool(self, name: str) -> str:
        """Return an installed command."""
        return str(self.setup.checkout.venv / "bin" / name)


Part = Callable[[Run], bool]


def test(arguments: Sequence[str], checkout: Checkout) -> int:
    """Run the chosen parts, each under its headline; 0 only if all of them pass."""
    chosen, pytest_options = read(arguments)
    run = Run(setup=_setup(checkout), pytest_options=pytest_options)
    _install(run, chosen)
    results = [_timed(name, PARTS[name], run) for name in chosen]
    print(f"\n{summary(results)}", flush=True)
    return 0 if all(result.passed for result in results) else 1


def read(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the parts to run, in their order, and what follows `--` for pytest."""
    own, _, rest = _split(arguments)
    parser = argparse.ArgumentParser(
        prog="infra/test",
        description="Install what the tests need and run them; without a part, everything.",
        epilog="What follows -- goes to pytest: infra/test unit -- -k cursor",
    )
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    named = parser.parse_args(own).parts
    if unknown := [name for name in named if name not in PARTS]:
        parser.error(f"no such part: {', '.join(unknown)} (there are: {', '.join(PARTS)})")
    everything = [name for name in PARTS if name != "unit"]  # `tests` contains it
    return [name for name in PARTS if name in (named or everything)], rest


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    if "--" not in arguments:
        return list(arguments), [], []
    at = list(arguments).index("--")
    return list(arguments[:at]), ["--"], list(arguments[at + 1 :])


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """How one part went."""

    name: str
    passed: bool
    seconds: float


def summary(results: Sequence[Result]) -> str:
    """Return the last line of a run."""
    parts = ", ".join(
        f"{result.name} {'ok' if result.passed else 'FAILED'} {result.seconds:.1f} s" for result in results
    )
    verdict = "passed" if all(result.passed for result in results) else "FAILED"
    return f"infra/test {verdict}: {parts}"


def _setup(checkout: Checkout) -> Setup:
    home = Home(path=checkout.root / "var" / "test")
    home.prepare()
    sink = Sink(stream=sys.stdout, animated=sys.stdout.isatty())
    return Setup(checkout=checkout, home=home, progress=Progress(sinks=[sink]))


def _install(run: Run, chosen: Sequence[str]) -> None:
    with run.setup.exclusive():
        packages.install(run.setup, "test")
        packages.install_project(run.setup)
        if "tests" in chosen:
            # it declares a runtime we do not use, which would have to be compiled
            packages.install(run.setup, "model", dependencies=False)
            pending = Builds()
            pending.add(frontend.build, run.setup)
            pending.add(guest.build, run.setup)
            system_packages.install(run.setup, [system_packages.CHROMIUM, system_packages.REDIS])
            pending.wait()


def _timed(name: str, part: Part, run: Run) -> Result:
    print(f"\n== {name} ==", flush=True)
    started = time.monotonic()
    passed = part(run)
    return Result(name=name, passed=passed, seconds=time.monotonic() - started)


def _style(run: Run) -> bool:
    linted = _passes(run, run.tool("ruff"), "check", ".")
    return _passes(run, run.tool("ruff"), "format", "--check", ".") and linted


def _types(run: Run) -> bool:
    return _passes(run, run.tool("mypy"))


def _layers(run: Run) -> bool:
    return _passes(run, run.tool("lint-imports"))


def _dead_code(run: Run) -> bool:
    return _passes(run, run.tool("vulture"))


def _frontend(run: Run) -> bool:
    folder = run.setup.checkout.frontend
    if not (folder / "package.json").exists():
        print("There is no front end yet.")
        return True
    with run.setup.exclusive():
        tools = node.find(run.setup)
        frontend.install_modules(run.setup, tools)
    command = [*tools.npm, "run", "check"]
    return subprocess.run(command, cwd=folder, env=tools.environment(), check=False).returncode == 0


def _unit(run: Run) -> bool:
    return _pytest(run, {}, f"{_UNIT}")


def _tests(run: Run) -> bool:
    with ExitStack() as stack:
        servers = stack.enter_context(throwaway_servers.running(run.setup))
        return _pytest(run, servers | browser.environment(), browser.selection())


def _pytest(run: Run, environment: Mapping[str, str], selection: str) -> bool:
    marked = ["-m", selection] if selection else []
    command = [str(run.setup.checkout.python), "-m", "pytest", *marked, *run.pytest_options]
    return _passes(run, *command, environment=environment)


def _passes(run: Run, *command: str, environment: Mapping[str, str] | None = None) -> bool:
    inherited = without_addresses(caller_environment())
    done = subprocess.run(command, cwd=run.root, env=inherited | dict(environment or {}), check=False)
    return done.returncode == 0


def without_addresses(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without the caller's servers: tests must never touch them."""
    theirs = (
        "DATABASE_URL",
        "DATABASE_OWNER_URL",
        "REDIS_URL",
        "SECRET_KEY",
        "ENFILADE_HOME",
        "DJANGO_SETTINGS_MODULE",
    )
    return {name: value for name, value in environment.items() if name.removesuffix("_FILE") not in theirs}


# in the order they run: pytest last, so that its own summary stays in sight
PARTS: dict[str, Part] = {
    "style": _style,
    "types": _types,
    "layers": _layers,
    "dead-code": _dead_code,
    "frontend": _frontend,
    "unit": _unit,
    "tests": _tests,
}
