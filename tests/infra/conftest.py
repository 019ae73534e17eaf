"""A home, the checkout, and servers that are gone after the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from infra.launcher import postgres_binaries, secret_store
from infra.launcher.places import Checkout, Home, this_checkout
from infra.launcher.postgres import Postgres
from infra.launcher.processes import Child
from infra.launcher.valkey import Valkey


@pytest.fixture
def checkout() -> Checkout:
    """The checkout the tests run in."""
    return this_checkout()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A prepared, empty home."""
    made = Home(path=tmp_path / "home")
    made.prepare()
    return made


@pytest.fixture
def stop_after() -> Iterator[Callable[[Child], Child]]:
    """`stop_after(child)` hands the child back and stops it when the test is over."""
    children: list[Child] = []

    def keep(child: Child) -> Child:
        children.append(child)
        return child

    yield keep
    for child in reversed(children):
        child.stop(patience=10)


@pytest.fixture
def postgres_of(checkout: Checkout) -> Iterator[Callable[[Home], Postgres]]:
    """`postgres_of(home)` is the home's server, not started; its data disappears with the test."""
    made: list[Postgres] = []

    def describe(home: Home) -> Postgres:
        known = secret_store.choose_ports(home, secret_store.load(home))
        installation = postgres_binaries.install(checkout.packages())
        port = known.postgres_port or 0
        server = Postgres(home=home, secrets=known, port=port, installation=installation, lasting=False)
        made.append(server)
        return server

    yield describe
    for server in made:
        server.erase()


@pytest.fixture
def valkey_of(checkout: Checkout) -> Callable[[Home], Valkey]:
    """`valkey_of(home)` is the home's broker, not started."""

    def describe(home: Home) -> Valkey:
        known = secret_store.choose_ports(home, secret_store.load(home))
        return Valkey(home=home, secrets=known, port=known.valkey_port or 0, packages=checkout.packages())

    return describe
