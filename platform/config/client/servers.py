"""Checks of the database and of Valkey, where their addresses are known here."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import redis

from config.client.findings import Finding, bad, good

LEAST_POSTGRES = 15
LEAST_PGVECTOR = (0, 8, 4)
SECONDS = 5
_ABOUT = """
    SELECT current_setting('server_version_num')::int / 10000,
           (SELECT extversion FROM pg_extension WHERE extname = 'vector'),
           rolname, rolsuper, rolbypassrls
    FROM pg_roles WHERE rolname = current_user
"""


def check_database(url: str | None) -> Iterator[Finding]:
    """It answers, knows vectors, and its role obeys row-level security; nothing where no address is known."""
    if not url:
        return
    try:
        with psycopg.connect(url, connect_timeout=SECONDS) as server:
            (row,) = server.execute(_ABOUT).fetchall()
    except psycopg.Error as error:
        yield bad(f"the database does not answer: {_first_line(error)}", "Start it, or correct DATABASE_URL.")
        return
    version, pgvector, role, is_super, bypasses = row
    yield check_version(version)
    yield check_pgvector(pgvector)
    yield check_role(role, is_super=is_super, bypasses=bypasses)


def check_version(version: int) -> Finding:
    """Postgres is new enough."""
    if version >= LEAST_POSTGRES:
        return good(f"the database is PostgreSQL {version}")
    return bad(f"PostgreSQL {version} is too old", f"Upgrade it to {LEAST_POSTGRES} or newer.")


def check_pgvector(version: str | None) -> Finding:
    """The vector extension is there and searches filtered sets to the end."""
    if version is None:
        return bad("the extension vector is missing in the database", "Run prepare_instance as the database's owner.")
    if tuple(int(part) for part in version.split(".") if part.isdigit()) >= LEAST_PGVECTOR:
        return good(f"pgvector {version}")
    least = ".".join(map(str, LEAST_PGVECTOR))
    return bad(f"pgvector {version} misses rows under a filter", f"Upgrade it to {least} or newer.")


def check_role(name: str, *, is_super: bool, bypasses: bool) -> Finding:
    """The role of the running processes cannot see past the wall between tenants."""
    if not (is_super or bypasses):
        return good(f"the role {name} obeys row-level security")
    power = "is a superuser" if is_super else "may bypass row-level security"
    remedy = "Give the owner's address as DATABASE_OWNER_URL to prepare_instance and use the DATABASE_URL it prints."
    return bad(f"the role {name} {power}: tenants are not kept apart", remedy)


def check_broker(url: str | None) -> Iterator[Finding]:
    """Valkey answers and throws no task away; nothing where no address is known."""
    if not url:
        return
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=SECONDS, socket_timeout=SECONDS) as store:
            memory = store.info("memory")
    except (redis.RedisError, ValueError) as error:
        yield bad(f"Valkey does not answer: {_first_line(error)}", "Start it, or correct REDIS_URL.")
        return
    yield check_eviction(str(memory.get("maxmemory_policy", "noeviction")))


def check_eviction(policy: str) -> Finding:
    """A full store refuses, and drops nothing that waits."""
    if policy == "noeviction":
        return good("Valkey answers and evicts nothing")
    return bad(f"Valkey may throw tasks away (maxmemory-policy {policy})", "Set maxmemory-policy to noeviction.")


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
