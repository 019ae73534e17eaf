"""What a home remembers."""

from __future__ import annotations

import json

from infra.launcher import secret_store
from infra.launcher.places import Home


def test_secrets_are_made_once_and_only_their_owner_can_read_them(home: Home) -> None:
    first = secret_store.load(home)

    assert secret_store.load(home) == first
    assert home.secrets.stat().st_mode & 0o777 == 0o600
    assert home.path.stat().st_mode & 0o777 == 0o700


def test_two_homes_share_no_secret(home: Home) -> None:
    other = Home(path=home.path.with_name("other"))
    other.prepare()

    one, two = secret_store.load(home), secret_store.load(other)

    assert one.superuser_password != two.superuser_password
    assert one.secret_key != two.secret_key
    assert one.instance != two.instance


def test_a_home_of_an_earlier_release_gets_what_it_lacks_and_keeps_what_it_has(home: Home) -> None:
    home.secrets.write_text(json.dumps({"secret_key": "kept"}))

    found = secret_store.load(home)

    assert found.secret_key == "kept"
    assert secret_store.load(home) == found


def test_ports_are_remembered(home: Home) -> None:
    chosen = secret_store.choose_ports(home, secret_store.load(home))

    assert chosen.postgres_port is not None
    assert chosen.postgres_port != chosen.valkey_port
    assert secret_store.choose_ports(home, secret_store.load(home)) == chosen
