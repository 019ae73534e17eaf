"""A database of its own for each run of the tests, on the server that the environment names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from psycopg import sql

from config import database
from config.env import DatabaseAddress, runtime_address

NOBODY = "redis://127.0.0.1:1"  # the placeholder of settings.test and of infra/test
MISSING = (
    "needs Postgres and Valkey: run infra/test, which starts both, or set DATABASE_OWNER_URL "
    "(a role with CREATEROLE, better with CREATEDB) and REDIS_URL"
)


def is_given() -> bool:
    """Whether the environment names a server that the tests may use."""
    return bool(settings.OWNER_URL) and settings.REDIS_URL != NOBODY


@contextmanager
def prepared() -> Iterator[None]:
    """Point Django at a fresh, migrated database (the given one where none can be made)."""
    given = str(settings.OWNER_URL)
    if not _may_create(given):
        _prepare(given)
        yield
        return
    name = f"enfilade_test_{os.getpid()}"
    _recreate(given, name)
    try:
        _prepare(urlunsplit(urlsplit(given)._replace(path=f"/{name}")))
        yield
    finally:
        _disconnect()
        _drop(given, name)


def _prepare(owner_url: str) -> None:
    runtime_url = runtime_address(owner_url, settings.SECRET_KEY)
    settings.OWNER_URL = owner_url
    _point("owner", owner_url)
    _point("default", runtime_url)
    database.prepare(connections["owner"], DatabaseAddress.read(runtime_url))
    call_command("migrate", database="owner", interactive=False, verbosity=0)


def _point(alias: str, url: str) -> None:
    address = DatabaseAddress.read(url)
    # the dictionary is shared by the connections of all threads; none is open yet
    connections[alias].settings_dict.update(
        NAME=address.name, USER=address.user, PASSWORD=address.password, HOST=address.host, PORT=address.port
    )


def _may_create(url: str) -> bool:
    with psycopg.connect(url) as server:
        found = server.execute("SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user").fetchone()
    return bool(found and found[0])


def _recreate(url: str, name: str) -> None:
    _drop(url, name)
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def _drop(url: str, name: str) -> None:
    drop = sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name))
    with psycopg.connect(url, autocommit=True) as server:
        try:
            server.execute(drop)  # waits for the autovacuum, which FORCE has no right to end
        except psycopg.errors.ObjectInUse:
            server.execute(drop + sql.SQL(" WITH (FORCE)"))  # a test left a connection open
        server.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(f"{name}_app")))


def _disconnect() -> None:
    connections.close_all()
    connections["default"].close_pool()  # type: ignore[attr-defined]  # Postgres only
