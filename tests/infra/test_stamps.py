"""Fingerprints of set-up steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from infra.launcher import frontend, guest, stamps


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A small front end."""
    folder = tmp_path / "frontend"
    (folder / "src").mkdir(parents=True)
    (folder / "package.json").write_text("{}")
    (folder / "src" / "main.tsx").write_text("one")
    return folder


def test_a_step_is_current_only_for_the_fingerprint_it_was_finished_for(tmp_path: Path) -> None:
    stamp = tmp_path / "stamps" / "step"
    stamps.write(stamp, "a")

    assert stamps.is_current(stamp, "a")
    assert not stamps.is_current(stamp, "b")
    assert not stamps.is_current(tmp_path / "never", "a")


def test_the_order_of_files_does_not_matter(sources: Path) -> None:
    files = [sources / "package.json", sources / "src" / "main.tsx"]

    assert stamps.fingerprint(files) == stamps.fingerprint(files[::-1])


def test_facts_cannot_run_into_each_other() -> None:
    assert stamps.fingerprint([], "ab", "c") != stamps.fingerprint([], "a", "bc")


def test_a_changed_or_renamed_source_changes_the_front_end_s_fingerprint(sources: Path) -> None:
    before = frontend.source_fingerprint(sources)
    (sources / "src" / "main.tsx").write_text("two")
    changed = frontend.source_fingerprint(sources)
    (sources / "src" / "main.tsx").rename(sources / "src" / "start.tsx")

    assert len({before, changed, frontend.source_fingerprint(sources)}) == 3


@pytest.mark.parametrize("name", ["node_modules/react/index.js", "dist/index.html"])
def test_what_the_build_itself_makes_does_not_change_it(sources: Path, name: str) -> None:
    before = frontend.source_fingerprint(sources)
    (sources / name).parent.mkdir(parents=True)
    (sources / name).write_text("made")

    assert frontend.source_fingerprint(sources) == before


def test_a_home_takes_over_today_s_guest_and_drops_yesterday_s(tmp_path: Path) -> None:
    store, target = tmp_path / "store", tmp_path / "target"
    for folder, name in ((store, "guest-new.wasm"), (target, "guest-old.wasm"), (target, "other")):
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(name)

    guest.take_over(store, target)

    assert sorted(file.name for file in target.iterdir()) == ["guest-new.wasm", "other"]
    assert target.stat().st_mode & 0o777 == 0o700
