"""Migration operations that build the tenant wall.

`TenantWall` gives a table FORCE row-level security with one policy for everybody (only rows of
the tenant named in `app.tenant_id`; unset or empty shows nothing) and one for the owner, whom
migrations and security-definer functions run as. `TenantForeignKey` ties a child to its parent
by (tenant_id, id), so no row can point across tenants. `AppendOnly` refuses updates and deletes.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations

CURRENT = "NULLIF(current_setting('app.tenant_id', true), '')::uuid"


class TenantWall(migrations.RunSQL):
    """Row-level security, forced, on one table; also its unique (tenant_id, id)."""

    def __init__(self, table: str, *, column: str = "tenant_id", unique_id: bool = True) -> None:
        build: list[str | tuple[str, dict[str, Any] | list[Any] | tuple[Any, ...] | tuple[()] | None]] = [
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
            f"CREATE POLICY tenant_wall ON {table} USING ({column} = {CURRENT}) WITH CHECK ({column} = {CURRENT})",
            f"CREATE POLICY owner_maintains ON {table} TO CURRENT_USER USING (true) WITH CHECK (true)",
        ]
        if unique_id:
            build.append(f"ALTER TABLE {table} ADD CONSTRAINT {table}_tenant_id_id UNIQUE (tenant_id, id)")
        super().__init__(build, migrations.RunSQL.noop)


class TenantForeignKey(migrations.RunSQL):
    """A foreign key (tenant_id, column) → parent (tenant_id, id)."""

    def __init__(self, child: str, column: str, parent: str, *, on_delete: str = "CASCADE") -> None:
        name = f"{child}_{column}_wall"
        super().__init__(
            f"ALTER TABLE {child} ADD CONSTRAINT {name} FOREIGN KEY (tenant_id, {column}) "
            f"REFERENCES {parent} (tenant_id, id) ON DELETE {on_delete} DEFERRABLE INITIALLY IMMEDIATE",
            f"ALTER TABLE {child} DROP CONSTRAINT {name}",
        )


class AppendOnly(migrations.RunSQL):
    """A table whose rows are never changed or deleted, by any role."""

    def __init__(self, table: str) -> None:
        super().__init__(
            [
                f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ "
                f"BEGIN RAISE EXCEPTION '{table} is append-only'; END $$",
                f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {table} "
                f"FOR EACH ROW EXECUTE FUNCTION {table}_append_only()",
            ],
            [f"DROP TRIGGER append_only ON {table}", f"DROP FUNCTION {table}_append_only()"],
        )
