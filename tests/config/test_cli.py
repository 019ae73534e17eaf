"""The `enfilade` commands against a running instance."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from config.client import entry
from kernel.actors import Actor, Permission
from tests.mcp.serving import serving
from tests.support import cast

pytestmark = pytest.mark.service
Enfilade = Callable[..., int]
TALK = """\
[2026-01-31 18:02] Maya: I am allergic to peanuts.
[2026-01-31 18:03] Tom: Then no satay for you.
"""


@pytest.fixture(scope="module")
def instance(services_ready: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running instance with a worker."""
    with serving(tmp_path_factory.mktemp("instance"), with_worker=True) as url:
        yield url


@pytest.fixture
def key(ada: Actor) -> str:
    """The key that the commands use."""
    return cast.key_for(ada)


@pytest.fixture
def enfilade(instance: str, key: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Enfilade:
    """`enfilade("recall", "question")` runs a command; returns its exit code."""
    monkeypatch.setenv("ENFILADE_URL", instance)
    monkeypatch.setenv("ENFILADE_API_KEY", key)
    monkeypatch.setenv("ENFILADE_HOME", str(tmp_path))
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    return lambda name, *arguments: entry.run(name, list(arguments))


@pytest.fixture
def talk(tmp_path: Path) -> str:
    """A conversation file."""
    path = tmp_path / "talk.txt"
    path.write_text(TALK)
    return str(path)


def test_a_file_is_imported_and_then_recalled(
    enfilade: Enfilade, talk: str, capsys: pytest.CaptureFixture[str]
) -> None:
    imported = enfilade("import", talk, "--palace", "home")
    said = capsys.readouterr().err
    recalled = enfilade("recall", "peanuts", "--palace", "home", "-k", "1")

    shown = capsys.readouterr().out
    assert (imported, recalled) == (0, 0)
    assert "Imported 2 of 2 turns." in said
    assert "I am allergic to peanuts." in shown
    assert "Maya · home · 2026-01-31 18:02" in shown
    assert "lexical" in shown


def test_each_faulty_line_of_an_import_is_named(
    enfilade: Enfilade, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "half.jsonl"
    path.write_text('{"content": "good"}\nnot json\n{"author": "nobody"}\n')

    code = enfilade("import", str(path))

    said = capsys.readouterr().err
    assert (code, "Imported 1 of 3 turns; 2 faulty" in said) == (0, True)
    assert "line 2: not JSON" in said
    assert "line 3: no text" in said


@pytest.mark.parametrize("content", ["", "not json\nat all\n"])
def test_an_import_of_nothing_fails(enfilade: Enfilade, tmp_path: Path, content: str) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text(content)

    assert enfilade("import", str(path)) == 1


def test_what_is_exported_can_be_imported_and_exported_again_unchanged(
    enfilade: Enfilade, talk: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    enfilade("import", talk, "--palace", "one", "--wing", "Maya")
    capfdbinary.readouterr()
    enfilade("export", "--palace", "one")
    first = capfdbinary.readouterr().out
    path = tmp_path / "export.jsonl"
    path.write_bytes(first)
    enfilade("import", str(path), "--palace", "two")
    capfdbinary.readouterr()

    enfilade("export", "--palace", "two")

    lines = [json.loads(line) for line in first.splitlines()]
    assert [line["content"] for line in lines] == ["I am allergic to peanuts.", "Then no satay for you."]
    assert {key: lines[0][key] for key in ("author", "wing", "position")} == {
        "author": "Maya",
        "wing": "Maya",
        "position": 0,
    }
    assert capfdbinary.readouterr().out == first


def test_an_export_goes_over_many_pages(
    enfilade: Enfilade, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text("".join(f'{{"content": "note {number}"}}\n' for number in range(450)))
    enfilade("import", str(path))
    capfdbinary.readouterr()

    enfilade("export")

    shown = [json.loads(line)["content"] for line in capfdbinary.readouterr().out.splitlines()]
    assert sorted(shown) == sorted(f"note {number}" for number in range(450))


def test_recall_can_explain_itself_and_answer_as_json(
    enfilade: Enfilade, talk: str, capsys: pytest.CaptureFixture[str]
) -> None:
    enfilade("import", talk)
    enfilade("recall", "peanuts", "--explain")
    explained = capsys.readouterr().out
    enfilade("recall", "peanuts", "--json")

    answer = json.loads(capsys.readouterr().out)
    assert all(column in explained for column in ("rank", "weight", "contribution"))
    assert answer["items"][0]["content"] == "I am allergic to peanuts."


def test_a_long_text_is_shown_whole_where_there_is_no_terminal(
    enfilade: Enfilade, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = " ".join(f"word{number}" for number in range(60))
    (tmp_path / "long.jsonl").write_text(json.dumps({"content": f"{words}\n[bold]second line"}))
    enfilade("import", str(tmp_path / "long.jsonl"))
    capsys.readouterr()

    enfilade("recall", "word7")

    assert f"   {words}\n   [bold]second line\n" in capsys.readouterr().out


def test_a_refusal_shows_code_message_and_request_id(enfilade: Enfilade, capsys: pytest.CaptureFixture[str]) -> None:
    code = enfilade("recall", "anything", "-k", "0")

    said = capsys.readouterr().err
    assert (code, said.startswith("invalid_body: k: ")) == (1, True)
    assert "(request req_" in said


def test_the_benchmark_prints_figures_and_leaves_no_memory(
    enfilade: Enfilade, capsys: pytest.CaptureFixture[str]
) -> None:
    code = enfilade("bench", "-n", "5")
    shown = capsys.readouterr().out
    enfilade("export")

    assert (code, capsys.readouterr().out) == (0, "")
    assert all(word in shown for word in ("add", "recall", "p50", "p95", "5 of 5 found in first place"))


def test_the_doctor_finds_a_running_instance_well(enfilade: Enfilade, capsys: pytest.CaptureFixture[str]) -> None:
    enfilade("doctor")

    shown = capsys.readouterr().out
    well = ["ready: database", "ready: broker", "ready: worker", "the API key opens the tenant Acorn"]
    assert all(f"✓ {says}" in shown for says in well)


def test_the_doctor_fails_when_anything_is_wrong(
    enfilade: Enfilade, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENFILADE_API_KEY", "enf_wrong")

    code = enfilade("doctor")

    shown = capsys.readouterr().out
    assert (code, "✗ the API key is refused" in shown, "→" in shown) == (1, True, True)


def test_a_key_that_may_only_read_cannot_import(
    ada: Actor, enfilade: Enfilade, talk: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = cast.key_for(replace(ada, permissions=frozenset({Permission.MEMORY_READ})))
    monkeypatch.setenv("ENFILADE_API_KEY", reader)

    code = enfilade("import", talk)

    assert (code, "missing_permission" in capsys.readouterr().err) == (1, True)
