"""Where guest.wasm and its compiled form lie, and who may touch them."""

from __future__ import annotations

import hashlib
import os
import platform
import stat
from importlib import metadata
from pathlib import Path

from apps.sandbox.runtime.errors import UntrustedCache

GUEST_FOLDER = Path(__file__).parent / "guest"
BUILDER = Path(__file__).parent / "guest_build.py"


def guest_path(folder: Path) -> Path:
    """Return the path of the guest that these sources make; the name changes when any input changes."""
    digest = hashlib.sha256(metadata.version("componentize-py").encode())
    for path in [BUILDER, *sorted(GUEST_FOLDER.iterdir())]:
        if path.is_file():
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return folder / f"guest-{digest.hexdigest()[:20]}.wasm"


def compiled_path(folder: Path) -> Path:
    """Return the path of that guest's native code for this wasmtime and kind of machine."""
    suffix = f"-wasmtime-{metadata.version('wasmtime')}-{platform.machine().lower()}.cwasm"
    return folder / (guest_path(folder).stem + suffix)


def make_private(folder: Path) -> None:
    """Create the folder for its owner alone, or make it so."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if stat.S_IMODE(folder.stat().st_mode) != 0o700 and folder.stat().st_uid == os.geteuid():
        folder.chmod(0o700)
    check_private(folder)


def check_private(folder: Path) -> None:
    """Refuse a folder that someone else could write to: what lies in it is run as native code."""
    found = folder.stat()
    if found.st_uid not in (0, os.geteuid()) or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise UntrustedCache(f"{folder} must belong to this user and be writable by nobody else (chmod 700)")
