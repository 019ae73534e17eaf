"""The React application, built once for each state of its sources."""

from pathlib import Path

from infra.launcher import node, stamps
from infra.launcher.node import Node
from infra.launcher.places import Checkout
from infra.launcher.setup_step import Setup

_NOT_SOURCES = frozenset({"node_modules", "dist", ".vite", "coverage", ".DS_Store"})


def build(setup: Setup) -> None:
    """Build `frontend/dist`; skipped if it stands for today's sources."""
    checkout = setup.checkout
    if not (checkout.frontend / "package.json").exists():
        return
    value = source_fingerprint(checkout.frontend)
    stamp = checkout.stamps / "frontend"
    if _is_built(checkout) and stamps.is_current(stamp, value):
        return
    with setup.progress.step("building the front end", "front end built"):
        tools = node.find(setup)
        install_modules(setup, tools)
        _npm(setup, tools, "run", "build", log="npm-build")
    stamps.write(stamp, value)


def install_modules(setup: Setup, tools: Node) -> None:
    """Install the locked npm packages; skipped if the lock has not changed."""
    folder = setup.checkout.frontend
    stamp = folder / "node_modules" / ".enfilade-stamp"
    value = stamps.fingerprint([folder / "package.json", folder / "package-lock.json"])
    if stamps.is_current(stamp, value):
        return
    _npm(setup, tools, "ci", log="npm-ci")
    stamps.write(stamp, value)


def source_fingerprint(folder: Path) -> str:
    """Hash what the build reads."""
    return stamps.fingerprint(stamps.files_below(folder, without=_NOT_SOURCES))


def _is_built(checkout: Checkout) -> bool:
    return (checkout.frontend / "dist" / "index.html").exists()


def _npm(setup: Setup, tools: Node, *arguments: str, log: str) -> None:
    setup.run(
        f"npm {' '.join(arguments)}",
        [*tools.npm, *arguments],
        log=log,
        folder=setup.checkout.frontend,
        environment=tools.environment(),
    )
