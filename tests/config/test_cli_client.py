"""The parts of the `enfilade` commands that need no instance."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from argparse import Namespace
from pathlib import Path

import httpx
import pytest

from config.client import benchmark, connection, entry, exporting, importing, machine, servers, web, wording
from config.client.api import Api
from config.client.connection import Connection
from config.client.errors import ApiError, ClientError
from kernel.types import JsonObject, JsonValue
from tests.architecture.source import ROOT

HERE = Connection(url="http://here.test", key="enf_k")


def options(**given: str) -> Namespace:
    """What a command was told."""
    return Namespace(**({"url": None, "key": None} | given))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with an instance.json."""
    (tmp_path / "instance.json").write_text(json.dumps({"url": "http://file.test/", "api_key": "enf_file"}))
    return tmp_path


def answering(status: int, body: object) -> httpx.MockTransport:
    """A server that always says the same."""
    return httpx.MockTransport(lambda _: httpx.Response(status, json=body))


def test_the_connection_comes_from_options_then_the_environment_then_instance_json(home: Path) -> None:
    file_only = {"ENFILADE_HOME": str(home)}
    environment = {**file_only, "ENFILADE_URL": "http://env.test", "ENFILADE_API_KEY": "enf_env"}

    found = [
        connection.find(options(), file_only),
        connection.find(options(), environment),
        connection.find(options(url="https://option.test/", key="enf_option"), environment),
    ]

    assert [(one.url, one.key) for one in found] == [
        ("http://file.test", "enf_file"),
        ("http://env.test", "enf_env"),
        ("https://option.test", "enf_option"),
    ]


def test_the_key_of_instance_json_is_never_sent_to_another_address(home: Path) -> None:
    with pytest.raises(ClientError, match=r"belongs to http://file.test"):
        connection.find(options(url="http://elsewhere.test"), {"ENFILADE_HOME": str(home)})


def test_without_an_instance_the_remedy_is_named(tmp_path: Path) -> None:
    with pytest.raises(ClientError, match="infra/up"):
        connection.find(options(), {"ENFILADE_HOME": str(tmp_path)})


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"url": 7, "api_key": "x"}', "\x00"])
def test_an_unusable_instance_json_is_said_to_be_so(tmp_path: Path, content: str) -> None:
    (tmp_path / "instance.json").write_text(content)

    with pytest.raises(ClientError, match=r"instance\.json"):
        connection.find(options(), {"ENFILADE_HOME": str(tmp_path)})


def test_a_refusal_shows_its_code_its_message_and_the_id_to_quote() -> None:
    error = {"code": "quota_reached", "message": "No recalls left.", "details": {}, "request_id": "req_7"}

    with Api(HERE, transport=answering(402, {"error": error})) as api, pytest.raises(ApiError) as refused:
        api.get("/v1/memories")

    assert str(refused.value) == "quota_reached: No recalls left. (request req_7)"


@pytest.mark.parametrize(("status", "body"), [(502, "bad gateway"), (200, ["a list"]), (404, {"error": "other"})])
def test_an_answer_that_is_not_ours_is_said_to_be_so(status: int, body: object) -> None:
    with Api(HERE, transport=answering(status, body)) as api, pytest.raises(ApiError, match="not in our format"):
        api.get("/v1/memories")


def test_nobody_at_the_address_is_said_with_the_remedy() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    with Api(HERE, transport=httpx.MockTransport(refuse)) as api, pytest.raises(ClientError, match="infra/up"):
        api.get("/v1/memories")


def test_all_pages_of_a_list_are_fetched() -> None:
    pages = {None: {"items": [1], "next_cursor": "c", "total": 2}, "c": {"items": [2], "next_cursor": None, "total": 2}}
    transport = httpx.MockTransport(lambda request: httpx.Response(200, json=pages[request.url.params.get("cursor")]))

    with Api(HERE, transport=transport) as api:
        items = [page["items"] for page in api.pages("/v1/memories", palace=None)]

    assert items == [[1], [2]]


def test_an_exported_line_holds_what_an_import_takes_and_nothing_that_it_would_misread() -> None:
    memory: JsonObject = {
        "id": "1",
        "content": "é",
        "author": None,
        "created_at": "2026-01-01",
        "palace": "p",
        "metadata": {"a": 1},
    }

    assert exporting.line_of(memory) == '{"content": "é", "metadata": {"a": 1}}\n'.encode()


@pytest.mark.parametrize(
    ("state", "faults", "said", "code"),
    [
        ("done", 0, "Imported 3 of 3 turns.", 0),
        ("done", 1, "Imported 2 of 3 turns; 1 faulty, as said above.", 0),
        ("done", 3, "Imported 0 of 3 turns; 3 faulty, as said above.", 1),
        ("failed", 1, "The import failed after 3 of 3 turns.", 1),
    ],
)
def test_the_end_of_an_import_is_said_and_fails_when_nothing_came_in(
    state: str, faults: int, said: str, code: int
) -> None:
    assert importing.verdict({"state": state, "done": 3, "total": 3}, faults) == (said, code)


def test_each_fault_says_where_it_is() -> None:
    errors: list[JsonValue] = [
        {"code": "unreadable", "line": 2, "message": "not JSON"},
        {"code": "x", "turn": 0, "message": "too long"},
    ]

    assert importing.faults_of({"errors": errors}) == ["line 2: not JSON", "turn 0: too long"]


def test_a_memory_cannot_steer_the_terminal() -> None:
    assert wording.printable("a\x1b]0;owned\x07\r\nb\tc") == "a\ufffd]0;owned\ufffd\ufffd\nb\tc"


def test_who_where_when_leaves_out_what_is_unknown() -> None:
    item: JsonObject = {
        "author": None,
        "palace": "home",
        "wing": "Maya",
        "room": None,
        "occurred_at": "2026-02-03T10:00:00Z",
    }

    assert wording.who_where_when(item) == "home / Maya · 2026-02-03 10:00"


def test_the_generated_texts_of_the_benchmark_are_distinct_and_the_same_each_time() -> None:
    samples = benchmark.make_samples(50)

    assert samples == benchmark.make_samples(50)
    assert len({sample.text for sample in samples}) == 50


def test_the_texts_of_the_benchmark_can_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "texts"
    path.write_text('{"content": "from json"}\n\nplain\nthird\n')

    assert [sample.text for sample in benchmark.read_samples(path, 2)] == ["from json", "plain"]


def test_the_figures_are_in_milliseconds() -> None:
    assert benchmark.summary_of([0.001, 0.002, 0.003]) == pytest.approx((2.0, 2.9))


def test_the_doctor_names_every_part_that_is_not_ready() -> None:
    found = list(web.check_parts({"checks": {"database": "ok", "worker": "no worker has reported"}}))

    assert [(one.ok, one.says) for one in found] == [
        (True, "ready: database"),
        (False, "not ready: worker: no worker has reported"),
    ]
    assert "celery" in found[1].remedy


def test_the_doctor_sees_a_key_that_is_refused() -> None:
    error = {"code": "bad_api_key", "message": "Not valid.", "details": {}, "request_id": "r"}

    finding = web.check_key(HERE, transport=answering(401, {"error": error}))

    assert (finding.ok, finding.says) == (False, "the API key is refused: bad_api_key: Not valid. (request r)")


def test_the_doctor_sees_files_that_others_can_read_and_folders_that_are_missing(home: Path) -> None:
    path = home / "instance.json"
    path.chmod(0o644)
    open_to_all = machine.check_instance_file(path)
    path.chmod(0o600)

    assert (open_to_all.ok, open_to_all.remedy) == (False, f"chmod 600 {path}")
    assert machine.check_instance_file(path).ok
    assert not machine.check_instance_file(home / "none.json").ok
    assert not machine.check_sandbox(home / "sandbox").ok
    assert not machine.check_python((3, 10)).ok
    assert machine.check_disk(home / "not" / "yet").ok


@pytest.mark.parametrize(("version", "ok"), [(None, False), ("0.8.3", False), ("0.8.4", True), ("0.10.0", True)])
def test_the_doctor_knows_which_pgvector_searches_to_the_end(version: str | None, ok: bool) -> None:
    assert servers.check_pgvector(version).ok is ok


def test_the_doctor_sees_a_role_that_passes_the_wall() -> None:
    assert "superuser" in servers.check_role("r", is_super=True, bypasses=True).says
    assert "bypass" in servers.check_role("r", is_super=False, bypasses=True).says
    assert servers.check_role("r", is_super=False, bypasses=False).ok


def test_the_doctor_says_that_servers_do_not_answer() -> None:
    found = [
        *servers.check_database("postgresql://nobody@127.0.0.1:1/none"),
        *servers.check_broker("redis://127.0.0.1:1"),
    ]

    assert [one.ok for one in found] == [False, False]
    assert [list(servers.check_database(None)), list(servers.check_broker(None))] == [[], []]


def test_an_interruption_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> Connection:
        raise KeyboardInterrupt

    monkeypatch.setattr(connection, "find", interrupted)

    assert entry.run("recall", ["anything"]) == 130
    assert capsys.readouterr() == ("", "")


def enfilade(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own that knows no settings."""
    known = {"PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}", **environment}
    code = "import sys; from config.cli import main; main(); sys.exit('django' in sys.modules)"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], env=known, capture_output=True, text=True, check=False
    )


def test_the_commands_are_listed_without_django() -> None:
    done = enfilade()

    assert (done.returncode, done.stderr) == (0, "")
    assert all(f"  {name} " in done.stdout for name in entry.COMMANDS)


def test_a_command_needs_no_settings_and_its_error_is_one_line(tmp_path: Path) -> None:
    began = time.monotonic()

    done = enfilade("recall", "anything", ENFILADE_HOME=str(tmp_path))

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert time.monotonic() - began < 10


def test_other_commands_are_djangos_and_know_this_machines_instance(tmp_path: Path) -> None:
    kept = {
        "SECRET_KEY": "s",
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "REDIS_URL": "redis://127.0.0.1:1",
    }
    (tmp_path / "environment.json").write_text(json.dumps(kept))

    known = enfilade("check", ENFILADE_HOME=str(tmp_path))
    unknown = enfilade("nonsense", ENFILADE_HOME=str(tmp_path))

    assert "no issues" in known.stdout
    assert "Unknown command: 'nonsense'" in unknown.stderr
