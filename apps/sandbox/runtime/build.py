"""Prepares the sandbox in a folder: `python -m apps.sandbox.runtime.build <folder>`.

Builds guest.wasm and compiles it for this machine, unless both are there already. Needs pip, and a package
index for the guest's pure-Python packages, on the first run only.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from apps.sandbox.runtime import engine, guest_build, guest_files


def prepare(folder: Path) -> bool:
    """Build what is missing and return whether anything was."""
    guest_files.make_private(folder)
    if guest_files.compiled_path(folder).exists() and guest_files.guest_path(folder).exists():
        return False
    guest_build.build_guest(folder, _say)
    _say("sandbox guest: compiling to machine code")
    engine.compile_guest(folder)
    remove_outdated(folder)
    return True


def remove_outdated(folder: Path) -> None:
    """Delete guests of other versions, some 70 MB each; a process that runs one keeps its mapping."""
    current = {guest_files.guest_path(folder), guest_files.compiled_path(folder)}
    for path in (*folder.glob("guest-*.wasm"), *folder.glob("guest-*.cwasm")):
        if path not in current:
            path.unlink(missing_ok=True)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()  # progress is of use while it happens


def main(arguments: list[str]) -> int:
    """Run the command; 0 when the sandbox is ready."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m apps.sandbox.runtime.build <folder>\n")
        return 2
    started = time.monotonic()
    try:
        built = prepare(Path(arguments[0]).resolve())
    except (OSError, RuntimeError) as error:
        sys.stderr.write(f"sandbox guest: {error}\n")
        return 1
    _say(f"sandbox guest: built in {time.monotonic() - started:.0f} s" if built else "sandbox guest: ready")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
