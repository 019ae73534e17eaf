"""The sandbox guest, built once for each state of its sources and shared by all homes."""

import os
import shutil
from pathlib import Path

from infra.launcher import stamps
from infra.launcher.places import Checkout, private_folder
from infra.launcher.setup_step import Setup, caller_environment

_MODULE = "apps.sandbox.runtime.build"
_STAMP = "stamp"
_BUILT = "guest-*"


def build(setup: Setup) -> None:
    """Put the guest into the home; skipped if it stands for today's sources and packages."""
    checkout, target = setup.checkout, setup.home.sandbox
    if not (_sources(checkout) / "build.py").exists():
        return
    value = _fingerprint(checkout)
    if stamps.is_current(target / _STAMP, value):
        return
    store = checkout.venv / "sandbox"
    if not stamps.is_current(store / _STAMP, value):
        with setup.progress.step("building the sandbox guest", "sandbox guest built"):
            _compile(setup, store)
        stamps.write(store / _STAMP, value)
    take_over(store, target)
    stamps.write(target / _STAMP, value)


def take_over(store: Path, target: Path) -> None:
    """Let the target have exactly the store's guest."""
    private_folder(target)
    for old in target.glob(_BUILT):
        old.unlink()
    for file in store.glob(_BUILT):
        _link(file, target / file.name)


def _link(file: Path, name: Path) -> None:
    try:
        name.hardlink_to(file)  # nobody writes to them, and they are large
    except OSError:
        shutil.copy2(file, name)  # on another disk


def _sources(checkout: Checkout) -> Path:
    return checkout.root / "apps" / "sandbox" / "runtime"


def _fingerprint(checkout: Checkout) -> str:
    files = stamps.files_below(_sources(checkout), without=frozenset({"__pycache__"}))
    return stamps.fingerprint([*files, checkout.requirements("runtime")])


def _compile(setup: Setup, store: Path) -> None:
    checkout = setup.checkout
    shutil.rmtree(store, ignore_errors=True)
    path = os.pathsep.join((str(checkout.root), str(checkout.root / "platform")))
    setup.run(
        "Building the sandbox guest",
        [checkout.python, "-m", _MODULE, store],
        log="sandbox-build",
        environment=caller_environment() | {"PYTHONPATH": path},
    )
