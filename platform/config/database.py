"""Prepares a database: the extension, the runtime role, its rights. Idempotent; runs as the owner."""

from __future__ import annotations

import os

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

from config.env import RUNTIME_URL, DatabaseAddress

MIN_POSTGRES, MIN_PGVECTOR = 150000, (0, 8, 4)


def prepare(owner: BaseDatabaseWrapper, runtime: DatabaseAddress) -> None:
    """Make the extension and the runtime role; raises CommandError in words a person can act on."""
    _check_postgres(owner)
    _make_extension(owner)
    _refuse_privileged(owner, runtime.user)
    if not os.environ.get(RUNTIME_URL):
        _make_role(owner, runtime)
    _grant(owner, runtime.user)


def _check_postgres(owner: BaseDatabaseWrapper) -> None:
    with owner.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        version = int(cursor.fetchone()[0])
    if version < MIN_POSTGRES:
        raise CommandError(f"Postgres 15 or newer is needed; this server says {version // 10000}.")


def _make_extension(owner: BaseDatabaseWrapper) -> None:
    try:
        with owner.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS vector")
            cursor.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
            version = str(cursor.fetchone()[0])
    except DatabaseError as error:
        raise CommandError(
            f"The extension `vector` (pgvector ≥ 0.8.4) is missing and cannot be created: {str(error).strip()}\n"
            "Install it on the server, then run `CREATE EXTENSION vector` as a superuser in this database."
        ) from error
    if tuple(int(part) for part in version.split(".")[:3]) < MIN_PGVECTOR:
        raise CommandError(f"pgvector 0.8.4 or newer is needed (older ones lose rows); this server has {version}.")


def _make_role(owner: BaseDatabaseWrapper, runtime: DatabaseAddress) -> None:
    role, password = sql.Identifier(runtime.user), sql.Literal(runtime.password)
    with owner.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [runtime.user])
        found = cursor.fetchone()
        try:
            verb = sql.SQL("ALTER" if found else "CREATE")
            cursor.execute(sql.SQL("{} ROLE {} LOGIN PASSWORD {}").format(verb, role, password))
        except DatabaseError as error:
            raise CommandError(
                f"The owner may not create the runtime role {runtime.user}: {str(error).strip()}\n"
                f"Create it yourself (LOGIN, no other attributes) and set {RUNTIME_URL} to its URL."
            ) from error


def _refuse_privileged(owner: BaseDatabaseWrapper, role: str) -> None:
    with owner.cursor() as cursor:
        cursor.execute(
            "SELECT rolsuper OR rolbypassrls OR rolname = current_user FROM pg_roles WHERE rolname = %s", [role]
        )
        found = cursor.fetchone()
    if found and found[0]:
        raise CommandError(
            f"The runtime role {role} may bypass row-level security: use a plain role that owns nothing."
        )


def _grant(owner: BaseDatabaseWrapper, role_name: str) -> None:
    role = sql.Identifier(role_name)
    rights = [
        "GRANT USAGE ON SCHEMA public TO {}",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {}",
        "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {}",
        "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {}",
        "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {}",
    ]
    with owner.cursor() as cursor:
        for right in rights:
            cursor.execute(sql.SQL(right).format(role))
