"""Set-up of the sandbox in a folder."""

from __future__ import annotations

import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from apps.sandbox.runtime import build, guest_files
from apps.sandbox.runtime.errors import UntrustedCache
from apps.sandbox.runtime.worker import REPOSITORY


@pytest.mark.sandbox
def test_a_second_build_has_nothing_to_do_and_is_quick(guest_folder: Path) -> None:
    started = time.monotonic()
    command = [sys.executable, "-m", "apps.sandbox.runtime.build", str(guest_folder)]

    done = subprocess.run(command, cwd=REPOSITORY, env={}, capture_output=True, text=True, check=True)

    assert done.stdout == "sandbox guest: ready\n"
    assert time.monotonic() - started < 2


def test_guests_of_other_versions_are_deleted(tmp_path: Path) -> None:
    current = [guest_files.guest_path(tmp_path), guest_files.compiled_path(tmp_path)]
    outdated = [tmp_path / "guest-0123.wasm", tmp_path / "guest-0123-wasmtime-1.0-x86_64.cwasm"]
    for path in (*current, *outdated):
        path.touch()

    build.remove_outdated(tmp_path)

    assert sorted(tmp_path.iterdir()) == sorted(current)


def test_the_folder_is_made_private(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "sandbox"
    folder.mkdir(mode=0o755, parents=True)

    guest_files.make_private(folder)

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_open_to_others_is_not_trusted(tmp_path: Path) -> None:
    tmp_path.chmod(0o770)

    with pytest.raises(UntrustedCache):
        guest_files.check_private(tmp_path)


def test_a_wrong_command_line_says_how_to_use_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert build.main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_every_wheel_in_the_guest_is_pinned_by_hash() -> None:
    lines = (guest_files.GUEST_FOLDER / "requirements.txt").read_text().splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]

    assert len(pins) == 6
    assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)
