"""Preparing an instance: the roles in the database, the demo tenant, and the file that tells of it."""

from __future__ import annotations

import json
import stat
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections

from apps.tenants.models import User
from config import database, instance
from config.env import DatabaseAddress, runtime_address
from kernel.actors import Permission
from tests.support.client import Client, MemberClient

pytestmark = pytest.mark.service


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of the test's own."""
    monkeypatch.setattr(settings, "ENFILADE_HOME", tmp_path / "home")
    return tmp_path / "home"


def runtime() -> DatabaseAddress:
    """The runtime role's address in the tests' database."""
    return DatabaseAddress.read(runtime_address(settings.OWNER_URL, settings.SECRET_KEY))


def read(path: Path) -> dict[str, str]:
    """The file's content."""
    content: dict[str, str] = json.loads(path.read_text())
    return content


def test_the_file_tells_how_to_reach_the_instance(home: Path) -> None:
    told = read(instance.write())

    assert set(told) == {"url", "api_key", "tenant", "palace", "member_email", "member_password"}
    assert told["url"] == settings.ENFILADE_URL


def test_the_file_is_for_its_owner_only(home: Path) -> None:
    path = instance.write()

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_the_key_in_the_file_opens_the_demo_tenant_with_every_permission(home: Path) -> None:
    told = read(instance.write())
    client = Client(headers={"Authorization": f"Bearer {told['api_key']}"})

    assert client.get("/v1/tenants/current").body["id"] == told["tenant"]
    assert set(client.get("/v1/api-keys").body["items"][0]["permissions"]) == {p.value for p in Permission}


def test_the_demo_member_can_log_in(home: Path) -> None:
    told = read(instance.write())
    browser = MemberClient()
    browser.get("/_allauth/browser/v1/config")

    answer = browser.post(
        "/_allauth/browser/v1/auth/login", {"email": told["member_email"], "password": told["member_password"]}
    )

    assert answer.status == 200
    assert browser.get("/v1/tenants/current").body["id"] == told["tenant"]


def test_starting_again_keeps_everything(home: Path) -> None:
    assert read(instance.write()) == read(instance.write())


def test_a_file_whose_key_opens_nothing_is_made_anew_for_the_same_tenant(home: Path) -> None:
    path = instance.write()
    first = read(path)
    path.write_text(json.dumps({**first, "api_key": "enf_live_gone"}))

    again = read(instance.write())

    assert again["tenant"] == first["tenant"]
    assert again["api_key"] not in ("enf_live_gone", first["api_key"])
    assert User.objects.filter(email=instance.DEMO_EMAIL).count() == 1


def test_preparing_twice_is_harmless() -> None:
    database.prepare(connections["owner"], runtime())

    with psycopg.connect(runtime_address(settings.OWNER_URL, settings.SECRET_KEY)) as reached:
        assert reached.execute("SELECT current_user").fetchone() == (runtime().user,)


def test_a_runtime_role_that_passes_the_wall_is_refused() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT rolname FROM pg_roles WHERE rolsuper LIMIT 1")
        [superuser] = cursor.fetchone()

    with pytest.raises(CommandError, match="may bypass row-level security"):
        database.prepare(connections["owner"], replace(runtime(), user=superuser))
