"""Builds guest.wasm: CPython with our guest code and a few pure-Python packages, started and snapshotted.

Two stages, both with componentize-py: the first compiles the library to bytecode inside the guest's own
Python, the second snapshots an interpreter that holds this bundle in memory.
"""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from wasmtime import Engine, Store, WasiConfig
from wasmtime.component import Component, Linker

from apps.sandbox.runtime.errors import GuestBuildFailed
from apps.sandbox.runtime.guest_files import GUEST_FOLDER, guest_path

Progress = Callable[[str], None]

GUEST_PACKAGE = "apps.sandbox.runtime.guest"
REQUIREMENTS = GUEST_FOLDER / "requirements.txt"

COMPONENTIZE = "import sys; from componentize_py import script; sys.exit(script())"
"""componentize-py's own command, without having to find where its script was installed."""

# One wheel for every build machine: the guest takes only its .py files.
WHEEL_TAGS = ("--platform", "manylinux2014_x86_64", "--python-version", "3.11", "--implementation", "cp")


def build_guest(folder: Path, progress: Progress) -> Path:
    """Build the guest into `folder` unless it is there, and return its path. Takes about a minute."""
    target = guest_path(folder)
    if target.exists():
        return target
    with tempfile.TemporaryDirectory(prefix="enfilade-guest-") as scratch:
        built = _Build(Path(scratch), progress).run()
        partial = target.with_suffix(f".{os.getpid()}.partial")
        shutil.copyfile(built, partial)
        partial.replace(target)  # a reader sees the whole file or none
    return target


class _Build:
    """One build in one scratch folder."""

    def __init__(self, scratch: Path, progress: Progress) -> None:
        self.scratch = scratch
        self.progress = progress
        self.sources = scratch / "sources"
        self.libraries = scratch / "libraries"

    def run(self) -> Path:
        self.progress("sandbox guest: fetching pure-Python packages")
        self._fetch_libraries()
        self._copy_sources()
        self.progress("sandbox guest: compiling the standard library (1 of 2)")
        packer = self._componentize("packer", "packer", self.libraries)
        (self.sources / "bundle.bin").write_bytes(_run_packer(packer))
        self.progress("sandbox guest: taking the interpreter's snapshot (2 of 2)")
        return self._componentize("guest", "main")

    def _fetch_libraries(self) -> None:
        wheels = self.scratch / "wheels"
        options = ["--no-deps", "--only-binary=:all:", "--require-hashes", "--dest", str(wheels), *WHEEL_TAGS]
        command = [*find_pip(), "download", "--quiet", "--disable-pip-version-check", *options]
        _run([*command, "--requirement", str(REQUIREMENTS)])
        for wheel in sorted(wheels.iterdir()):
            with zipfile.ZipFile(wheel) as archive:
                wanted = [name for name in archive.namelist() if not name.endswith((".so", ".pyd"))]
                archive.extractall(self.libraries, wanted)

    def _copy_sources(self) -> None:
        """Copy the guest under its own package name, so that its imports read the same inside and outside."""
        package = self.sources.joinpath(*GUEST_PACKAGE.split("."))
        package.mkdir(parents=True)
        for level in [package, *package.parents]:
            if level == self.sources:
                break
            (level / "__init__.py").touch()
        for source in GUEST_FOLDER.glob("*.py"):
            shutil.copy(source, package)

    def _componentize(self, world: str, module: str, *libraries: Path) -> Path:
        """Build one world from one module of the guest package."""
        entry, bindings = f"{world}_entry", self.scratch / f"{world}_bindings"
        (self.sources / f"{entry}.py").write_text(f"from {GUEST_PACKAGE}.{module} import WitWorld\n")
        target = self.scratch / f"{world}.wasm"
        base = [sys.executable, "-c", COMPONENTIZE, "-q", "-d", str(GUEST_FOLDER / "guest.wit"), "-w", world]
        _run([*base, "bindings", str(bindings)])
        paths = [part for path in (self.sources, *libraries, bindings) for part in ("-p", str(path))]
        _run([*base, "componentize", entry, *paths, "-o", str(target)], env=self._empty_environment())
        return target

    def _empty_environment(self) -> dict[str, str]:
        """Hide the build machine: componentize-py would add its site-packages to the guest."""
        nothing = self.scratch / "nothing"
        (nothing / "lib" / "site-packages").mkdir(parents=True, exist_ok=True)
        return {"PATH": os.defpath, "VIRTUAL_ENV": str(nothing)}


def _run_packer(packer: Path) -> bytes:
    """Run stage 1 and return the bundle. It is our own code, so wasmtime's whole WASI is linked."""
    engine = Engine()
    linker = Linker(engine)
    linker.add_wasip2()
    store = Store(engine)
    store.set_wasi(WasiConfig())
    instance = linker.instantiate(store, Component.from_file(engine, str(packer)))
    pack = instance.get_func(store, "pack")
    if pack is None:
        raise GuestBuildFailed("the packer has no export named pack")
    return base64.b64decode(str(pack(store)))


def _run(command: list[str], env: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        program = " ".join(command[:4])
        raise GuestBuildFailed(f"{program} … failed with {done.returncode}:\n{done.stderr[:3000]}")


def find_pip() -> list[str]:
    """Return a command that runs pip; an environment made without pip borrows that of its base Python."""
    pythons = [sys.executable, getattr(sys, "_base_executable", sys.executable), shutil.which("python3")]
    for python in dict.fromkeys(path for path in pythons if path):
        probe = subprocess.run([python, "-c", "import pip"], capture_output=True, check=False)
        if probe.returncode == 0:
            return [python, "-m", "pip"]
    if found := shutil.which("pip") or shutil.which("pip3"):
        return [found]
    raise GuestBuildFailed("no pip found; install pip for this Python (on Debian: apt install python3-pip)")
