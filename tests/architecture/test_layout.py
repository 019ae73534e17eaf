"""Where things lie, so that no name of ours ever hides one of Python's or of a dependency."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from tests.architecture.source import ROOT, modules, report

APPS = ROOT / "apps"


def test_the_source_root_platform_is_never_a_package() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists(), (
        "platform/__init__.py: delete it, it would hide the standard library's module of that name"
    )


def test_import_platform_is_the_standard_librarys_from_the_repository_root() -> None:
    code = "import platform; platform.python_version(); print(platform.__file__)"

    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert not Path(done.stdout.strip()).is_relative_to(ROOT / "platform")


def test_tests_and_every_folder_in_them_are_regular_packages() -> None:
    folders = {ROOT / Path(module.path).parent for module in modules("tests")}

    report(
        (
            f"{folder.relative_to(ROOT)}/: has no __init__.py"
            for folder in sorted(folders)
            if not (folder / "__init__.py").is_file()
        ),
        remedy="add an __init__.py with one sentence: else equal file names collide",
    )


def test_every_package_of_the_product_is_a_regular_package() -> None:
    folders = {ROOT / Path(module.path).parent for module in modules("apps", "platform")} - {ROOT / "platform"}

    report(
        (
            f"{folder.relative_to(ROOT)}/: has no __init__.py"
            for folder in sorted(folders)
            if not (folder / "__init__.py").is_file()
        ),
        remedy="add an __init__.py with one sentence: else the wheel leaves the folder out",
    )


def test_the_folder_apps_is_never_itself_on_the_path() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        tool = tomllib.load(file)["tool"]
    configured = {
        "tool.pytest.ini_options.pythonpath": tool["pytest"]["ini_options"]["pythonpath"],
        "tool.mypy.mypy_path": tool["mypy"]["mypy_path"].split(":"),
        "tool.hatch.build.dev-mode-dirs": tool["hatch"]["build"]["dev-mode-dirs"],
    }

    on_path = [f"sys.path: {entry}" for entry in sys.path if Path(entry).resolve() == APPS]
    in_file = [f"pyproject.toml: {name}" for name, value in configured.items() if "apps" in value]

    report([*on_path, *in_file], remedy="import apps.mcp and the like by their full names: mcp alone is a dependency")
