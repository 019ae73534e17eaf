"""The sandbox guest, built once for each state of its sources."""

import os

from infra.launcher import stamps
from infra.launcher.setup_step import Setup, caller_environment

_MODULE = "apps.sandbox.runtime.build"


def build(setup: Setup) -> None:
    """Build the guest into the home; skipped if it stands for today's sources and packages."""
    checkout, target = setup.checkout, setup.home.sandbox
    sources = checkout.root / "apps" / "sandbox" / "runtime"
    if not any(sources.glob("build*")):
        return
    files = [*stamps.files_below(sources, without=frozenset({"__pycache__"}))]
    value = stamps.fingerprint([*files, checkout.requirements("runtime")], str(target))
    stamp = target / "stamp"
    if stamps.is_current(stamp, value):
        return
    with setup.progress.step("building the sandbox guest", "sandbox guest built"):
        path = os.pathsep.join((str(checkout.root), str(checkout.root / "platform")))
        setup.run(
            "Building the sandbox guest",
            [checkout.python, "-m", _MODULE, target],
            log="sandbox-build",
            environment=caller_environment() | {"PYTHONPATH": path},
        )
    stamps.write(stamp, value)
