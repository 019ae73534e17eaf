"""Who supervises a home."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from infra.launcher import cli, locks, processes, running
from infra.launcher.places import Home, this_checkout


def test_a_living_supervisor_is_found_with_its_address(home: Home) -> None:
    running.record(home, url="http://127.0.0.1:8000")

    found = running.find(home)

    assert found is not None
    assert (found.pid, found.url) == (os.getpid(), "http://127.0.0.1:8000")


def test_a_stranger_with_the_number_of_a_dead_supervisor_is_left_alone(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stranger = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    home.pid.write_text(json.dumps({"pid": stranger.pid, "identity": "of an earlier boot", "url": "http://x"}))
    monkeypatch.setenv("ENFILADE_HOME", str(home.path))

    assert cli.down([], this_checkout()) == 0
    assert "is not running" in capsys.readouterr().out
    assert stranger.poll() is None
    stranger.communicate(b"\n")


@pytest.mark.parametrize("content", ["", "not JSON", "[]", '{"pid": 1}'])
def test_a_damaged_note_counts_as_none(home: Home, content: str) -> None:
    home.pid.write_text(content)

    assert running.find(home) is None


def test_a_process_that_has_ended_has_no_identity() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()

    assert processes.identity(ended.pid) is None


def test_only_one_supervisor_holds_a_home(home: Home) -> None:
    first = locks.try_hold(home.lock)

    assert first is not None
    assert locks.try_hold(home.lock) is None
    os.close(first)
    again = locks.try_hold(home.lock)
    assert again is not None
    os.close(again)
