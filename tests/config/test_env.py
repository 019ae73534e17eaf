"""Settings are read from the environment, and a wrong one is named at the start."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from hypothesis import given
from hypothesis import strategies as st

from config import env
from config.env import DatabaseAddress, runtime_address

NAME = "ENFILADE_TEST_VARIABLE"
OWNER = "postgresql://owner:p%40ss@db.example:5433/acorn?sslmode=require"


def test_a_variable_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "oak")

    assert env.text(NAME) == "oak"


def test_a_secret_may_lie_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("oak\n")
    monkeypatch.setenv(f"{NAME}_FILE", str(tmp_path / "secret"))

    assert env.text(NAME) == "oak"


def test_a_secret_file_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(f"{NAME}_FILE", str(tmp_path / "nowhere"))

    with pytest.raises(ImproperlyConfigured, match="nowhere"):
        env.text(NAME)


def test_a_missing_variable_is_named() -> None:
    with pytest.raises(ImproperlyConfigured, match=NAME):
        env.text(NAME)


@pytest.mark.parametrize(("value", "meant"), [("1", True), ("TRUE", True), ("yes", True), ("0", False), ("No", False)])
def test_a_flag_has_a_few_spellings(monkeypatch: pytest.MonkeyPatch, value: str, meant: bool) -> None:
    monkeypatch.setenv(NAME, value)

    assert env.flag(NAME, default=not meant) is meant


def test_a_flag_or_number_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "perhaps")

    with pytest.raises(ImproperlyConfigured, match=NAME):
        env.flag(NAME, default=True)
    with pytest.raises(ImproperlyConfigured, match=NAME):
        env.number(NAME, default=1)


def test_defaults_hold_where_nothing_is_set() -> None:
    assert env.flag(NAME, default=True)
    assert env.number(NAME, default=7) == 7
    assert env.words(NAME, default="a, b,,") == ["a", "b"]


def test_a_database_address_is_read_in_parts() -> None:
    assert DatabaseAddress.read(OWNER) == DatabaseAddress(
        name="acorn", user="owner", password="p@ss", host="db.example", port="5433", options={"sslmode": "require"}
    )


@pytest.mark.parametrize("url", ["", "mysql://u:p@h/n", "postgresql://u:p@h", "postgresql://u:p@h/"])
def test_an_address_that_is_none_of_a_database_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured):
        DatabaseAddress.read(url)


def test_the_runtime_role_is_another_one_in_the_same_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ENFILADE_RUNTIME_PASSWORD", raising=False)
    owner = DatabaseAddress.read(OWNER)

    runtime = DatabaseAddress.read(runtime_address(OWNER, "secret"))

    assert (runtime.name, runtime.host, runtime.port, runtime.options) == (
        owner.name,
        owner.host,
        owner.port,
        owner.options,
    )
    assert runtime.user == "acorn_app"
    assert runtime.password not in ("", owner.password, "secret")


def test_the_runtime_password_stays_the_same_and_follows_the_secret_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ENFILADE_RUNTIME_PASSWORD", raising=False)

    assert runtime_address(OWNER, "one") == runtime_address(OWNER, "one")
    assert runtime_address(OWNER, "one") != runtime_address(OWNER, "two")


@given(password=st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1))
def test_any_runtime_password_survives_the_url(password: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENFILADE_RUNTIME_PASSWORD", password)

        assert DatabaseAddress.read(runtime_address(OWNER, "secret")).password == password
