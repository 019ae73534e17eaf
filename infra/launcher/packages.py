"""The virtual environment and what is installed in it."""

import subprocess
import sys
from pathlib import Path

from infra.launcher import stamps
from infra.launcher.errors import LauncherError
from infra.launcher.places import Checkout
from infra.launcher.setup_step import Setup, caller_environment

_PIP_WITH_TARGET = (22, 3)  # the first pip that knows --python

_NO_PIP = """Python packages cannot be installed: this Python has no usable pip.
On Debian or Ubuntu: apt-get install python3-pip
Elsewhere: {python} -m ensurepip --upgrade"""


def install(setup: Setup, lock: str, *, dependencies: bool = True) -> None:
    """Install a lock into the environment, hashes checked; skipped if it has not changed."""
    checkout = setup.checkout
    requirements = checkout.requirements(lock)
    stamp = checkout.stamps / lock
    value = _fingerprint(checkout, requirements)
    if _is_usable(checkout) and stamps.is_current(stamp, value):
        return
    with setup.progress.step("installing Python packages", f"Python packages installed ({lock})"):
        _ensure_environment(setup)
        options = [] if dependencies else ["--no-deps"]
        _pip(setup, "install", "--require-hashes", *options, "-r", requirements, log=f"pip-{lock}")
    stamps.write(stamp, value)


def install_project(setup: Setup) -> None:
    """Install the checkout itself, so that it is imported in place and brings its commands."""
    checkout = setup.checkout
    stamp = checkout.stamps / "project"
    value = _fingerprint(checkout, checkout.root / "pyproject.toml")
    if (checkout.venv / "bin" / "enfilade").exists() and stamps.is_current(stamp, value):
        return
    with setup.progress.step("installing Enfilade itself", "Enfilade itself installed"):
        editable = ("--no-deps", "--no-build-isolation", "-e", checkout.root)
        _pip(setup, "install", *editable, log="pip-project")
    stamps.write(stamp, value)


def _fingerprint(checkout: Checkout, file: Path) -> str:
    # an environment neither survives a move of its folder nor another Python
    release = f"{sys.version_info.major}.{sys.version_info.minor}"
    return stamps.fingerprint([file], str(checkout.root), release)


def _is_usable(checkout: Checkout) -> bool:
    # a broken link if the system's Python has been replaced
    return checkout.python.exists()


def _ensure_environment(setup: Setup) -> None:
    checkout = setup.checkout
    if _fits(checkout):
        return
    # --without-pip: Debian's Python has no ensurepip unless python3-venv is installed
    options = ["--clear", "--without-pip"]
    setup.run(
        "Creating the virtual environment",
        [sys.executable, "-m", "venv", *options, checkout.venv],
        log="venv",
    )


def _fits(checkout: Checkout) -> bool:
    if not _is_usable(checkout):
        return False
    question = "import sys; print(*sys.version_info[:2], sys.prefix)"
    answer = subprocess.run([checkout.python, "-I", "-c", question], capture_output=True, text=True, check=False)
    wanted = f"{sys.version_info.major} {sys.version_info.minor} {checkout.venv}"
    return answer.returncode == 0 and answer.stdout.strip() == wanted


def _pip(setup: Setup, *arguments: str | Path, log: str) -> None:
    quiet = ("--disable-pip-version-check", "--no-input", "--quiet")
    command = [*_pip_command(setup), arguments[0], *quiet, *arguments[1:]]
    setup.run("Installing Python packages", command, log=log)


def _pip_command(setup: Setup) -> list[str | Path]:
    python = setup.checkout.python
    # the system's pip installs into the environment, which PEP 668 leaves alone
    if pip_release(Path(sys.executable)) >= _PIP_WITH_TARGET:
        return [sys.executable, "-m", "pip", "--python", python]
    if pip_release(python) == (0, 0):
        _ensure_pip(python)
    return [python, "-m", "pip"]


def _ensure_pip(python: Path) -> None:
    command: list[str | Path] = [python, "-m", "ensurepip", "--default-pip"]
    done = subprocess.run(command, capture_output=True, env=caller_environment(), check=False)
    if done.returncode != 0:
        raise LauncherError(_NO_PIP.format(python=sys.executable))


def pip_release(python: Path) -> tuple[int, int]:
    """Return the first two numbers of that Python's pip; (0, 0) if it has none."""
    asked = subprocess.run(
        [python, "-c", "import pip; print(pip.__version__)"],
        capture_output=True,
        text=True,
        env=caller_environment(),
        check=False,
    )
    return parse_release(asked.stdout)


def parse_release(text: str) -> tuple[int, int]:
    """Read `23.0.1` or `v20.19.2` as its first two numbers; (0, 0) if it is none."""
    parts = text.strip().removeprefix("v").split(".")
    try:
        return int(parts[0]), int(parts[1])
    except (IndexError, ValueError):
        return 0, 0
