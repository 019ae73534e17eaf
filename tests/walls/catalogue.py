"""What the database itself says about its tables, policies, keys, functions and roles."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connections


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """A table, and whether the wall stands around it."""

    name: str
    has_tenant_id: bool
    has_id: bool
    enabled: bool
    forced: bool
    within_reach: bool
    """Whether the runtime role may read or write it directly."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """A row-level security policy."""

    table: str
    name: str
    permissive: bool
    command: str
    roles: tuple[str, ...]
    using: str
    with_check: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ForeignKey:
    """A foreign key, with its columns in order."""

    name: str
    child: str
    parent: str
    columns: tuple[str, ...]
    parent_columns: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Definer:
    """A function that runs with its owner's rights."""

    name: str
    settings: tuple[str, ...]
    source: str


def runtime_role() -> str:
    """The role that the application runs as."""
    return str(connections["default"].settings_dict["USER"])


def ask(sql: str, *arguments: str) -> list[tuple[object, ...]]:
    """Rows of a question put to the database by its owner."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(sql, arguments or None)
        return list(cursor.fetchall())


def list_tables() -> list[Table]:
    """Every table and partition."""
    rows = ask(
        """
        SELECT c.relname, bool_or(a.attname = 'tenant_id'), bool_or(a.attname = 'id'),
               c.relrowsecurity, c.relforcerowsecurity,
               has_any_column_privilege(%s, c.oid, 'SELECT, INSERT, UPDATE')
               OR has_table_privilege(%s, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        GROUP BY c.oid, c.relname ORDER BY c.relname
        """,
        runtime_role(),
        runtime_role(),
    )
    return [
        Table(
            name=str(name),
            has_tenant_id=bool(has_tenant_id),
            has_id=bool(has_id),
            enabled=bool(enabled),
            forced=bool(forced),
            within_reach=bool(within_reach),
        )
        for name, has_tenant_id, has_id, enabled, forced, within_reach in rows
    ]


def list_policies() -> list[Policy]:
    """Every row-level security policy."""
    rows = ask(
        """
        SELECT tablename, policyname, permissive, cmd, roles::text[], coalesce(qual, ''), coalesce(with_check, '')
        FROM pg_policies WHERE schemaname = 'public' ORDER BY 1, 2
        """
    )
    return [
        Policy(
            table=str(table),
            name=str(name),
            permissive=permissive == "PERMISSIVE",
            command=str(command),
            roles=_names(roles),
            using=str(using),
            with_check=str(with_check),
        )
        for table, name, permissive, command, roles, using, with_check in rows
    ]


def list_foreign_keys() -> list[ForeignKey]:
    """Every foreign key."""
    rows = ask(
        """
        SELECT k.conname, k.conrelid::regclass::text, k.confrelid::regclass::text,
               ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY u(n, i)
                     JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.n ORDER BY u.i),
               ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY u(n, i)
                     JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.n ORDER BY u.i)
        FROM pg_constraint k WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace ORDER BY 1
        """
    )
    return [
        ForeignKey(
            name=str(name),
            child=str(child),
            parent=str(parent),
            columns=_names(columns),
            parent_columns=_names(parent_columns),
        )
        for name, child, parent, columns, parent_columns in rows
    ]


def list_unique_columns() -> set[tuple[str, tuple[str, ...]]]:
    """Each unique index as its table and its columns in order."""
    rows = ask(
        """
        SELECT i.indrelid::regclass::text,
               ARRAY(SELECT a.attname::text FROM unnest(i.indkey::int[]) WITH ORDINALITY u(n, p)
                     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = u.n ORDER BY u.p)
        FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
        WHERE i.indisunique AND i.indpred IS NULL AND c.relnamespace = 'public'::regnamespace
        """
    )
    return {(str(table), _names(columns)) for table, columns in rows}


def list_definers() -> list[Definer]:
    """Every security-definer function of ours (extensions bring their own)."""
    rows = ask(
        """
        SELECT p.proname, coalesce(p.proconfig, '{}'), p.prosrc FROM pg_proc p
        WHERE p.prosecdef AND p.pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
        ORDER BY 1
        """
    )
    return [Definer(name=str(name), settings=_names(settings), source=str(source)) for name, settings, source in rows]


def _names(value: object) -> tuple[str, ...]:
    assert isinstance(value, list)
    return tuple(str(name) for name in value)
