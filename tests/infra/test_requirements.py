"""What the machine must bring, and what is said if it does not."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from infra.launcher import node, packages
from infra.launcher.places import Checkout


@pytest.mark.parametrize(
    ("text", "release"),
    [("23.0.1\n", (23, 0)), ("v20.19.2\n", (20, 19)), ("24.1b1", (0, 0)), ("", (0, 0)), ("unknown", (0, 0))],
)
def test_a_release_is_read_as_its_first_two_numbers(text: str, release: tuple[int, int]) -> None:
    assert packages.parse_release(text) == release


@pytest.mark.parametrize(
    ("release", "enough"),
    [((18, 19), False), ((20, 18), False), ((20, 19), True), ((21, 9), False), ((22, 11), False)]
    + [((22, 12), True), ((23, 0), False), ((24, 0), True), ((0, 0), False)],
)
def test_node_is_used_only_where_the_build_tool_runs_on_it(release: tuple[int, int], enough: bool) -> None:
    assert node.is_recent_enough(release) is enough


def test_a_python_without_pip_is_recognised(tmp_path: Path) -> None:
    bare = tmp_path / "python"
    bare.write_text("#!/bin/sh\nexit 1\n")
    bare.chmod(0o755)

    assert packages.pip_release(bare) == (0, 0)


@pytest.mark.parametrize("command", ["up", "down", "test"])
def test_without_a_recent_python_each_command_names_the_package(
    checkout: Checkout, tmp_path: Path, command: str
) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in ("sh", "dirname"):
        (tools / tool).symlink_to(Path("/bin") / tool)

    done = subprocess.run(
        [checkout.root / "infra" / command], env={"PATH": str(tools)}, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert "apt-get install python3 python3-pip" in done.stderr


@pytest.mark.parametrize("name", ["up", "down", "test"])
def test_the_commands_may_be_executed(checkout: Checkout, name: str) -> None:
    assert os.access(checkout.root / "infra" / name, os.X_OK)
