"""What the caller may choose."""

from __future__ import annotations

from pathlib import Path

import pytest

from infra.launcher import options, suite
from infra.launcher.errors import LauncherError
from infra.launcher.places import Checkout

CHECKOUT = Checkout(root=Path("/srv/enfilade"))


def test_without_choices_it_serves_loopback_from_the_checkout_s_own_home() -> None:
    chosen = options.read([], {}, CHECKOUT)

    assert chosen.home.path == Path("/srv/enfilade/var")
    assert chosen.url == "http://127.0.0.1:8000"
    assert not chosen.detach
    assert chosen.database_url is None


def test_a_server_for_all_addresses_is_still_reached_over_loopback() -> None:
    chosen = options.read(["--detach"], {"ENFILADE_HOST": "0.0.0.0", "ENFILADE_PORT": "9000"}, CHECKOUT)

    assert chosen.url == "http://127.0.0.1:9000"
    assert chosen.detach


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1", "80 80"])
def test_a_port_that_is_none_is_refused_in_words(port: str) -> None:
    with pytest.raises(LauncherError, match="ENFILADE_PORT must be a number"):
        options.read([], {"ENFILADE_PORT": port}, CHECKOUT)


def test_a_relative_home_starts_from_the_callers_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert options.home_of({"ENFILADE_HOME": "here"}, CHECKOUT).path == tmp_path.resolve() / "here"


def test_an_empty_address_counts_as_none() -> None:
    assert options.read([], {"DATABASE_URL": ""}, CHECKOUT).database_url is None


def test_all_parts_run_by_default_and_pytest_comes_last() -> None:
    parts, rest = suite.read([])

    assert parts[-1] == "tests"
    assert "unit" not in parts
    assert rest == []


def test_named_parts_run_alone_and_pytest_gets_what_follows_two_dashes() -> None:
    assert suite.read(["unit", "style", "--", "-k", "cursor"]) == (["style", "unit"], ["-k", "cursor"])


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        suite.read(["units"])

    assert refused.value.code == 2
    assert "no such part: units" in capsys.readouterr().err


def test_tests_never_see_the_caller_s_servers() -> None:
    theirs = {"DATABASE_URL": "postgresql://prod", "REDIS_URL": "redis://prod", "SECRET_KEY": "prod"}
    in_files = {f"{name}_FILE": "/run/secrets/prod" for name in theirs}
    given = {**theirs, **in_files, "LANG": "C"}

    assert suite.without_addresses(given) == {"LANG": "C"}


def test_one_failed_part_fails_the_run() -> None:
    results = [suite.Result(name="style", passed=True, seconds=1), suite.Result(name="unit", passed=False, seconds=2)]

    assert suite.summary(results) == "infra/test FAILED: style ok 1.0 s, unit FAILED 2.0 s"
