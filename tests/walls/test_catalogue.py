"""The wall stands around every table: read from the database's own catalogue."""

from __future__ import annotations

import pytest

from tests.architecture.source import report
from tests.walls import catalogue
from tests.walls.catalogue import ForeignKey, Policy, Table
from tests.walls.doors import (
    DOORS_WITH_A_CHECK_OF_THEIR_OWN,
    DOORS_WITHOUT_A_TENANT,
    TABLES_OF_NO_TENANT,
    TENANTS,
)

pytestmark = pytest.mark.service

WALL = 'add kernel.db.migrations.TenantWall("<table>") to a migration of the app'


def walled_tables() -> list[Table]:
    """Tables that must stand behind the wall."""
    return [table for table in catalogue.list_tables() if table.has_tenant_id or table.name == TENANTS]


def test_every_table_belongs_to_a_tenant_or_says_why_not() -> None:
    walled = {table.name for table in walled_tables()}
    findings = (
        f"{table.name}: has no tenant_id"
        for table in catalogue.list_tables()
        if table.name not in walled and table.name not in TABLES_OF_NO_TENANT
    )

    report(findings, remedy="derive the model from TenantModel, or give the reason in tests/walls/doors.py")


def test_row_level_security_is_enabled_and_forced_on_every_tenant_table() -> None:
    findings = (
        f"{table.name}: enabled={table.enabled}, forced={table.forced}"
        for table in walled_tables()
        if not (table.enabled and table.forced) and table.within_reach
    )

    report(findings, remedy=f"{WALL} (a partition needs its own, or no grants)")


def test_every_tenant_table_has_the_tenant_wall_for_reads_and_writes() -> None:
    standing = {policy.table for policy in catalogue.list_policies() if _is_the_wall(policy)}
    findings = (
        f"{table.name}: has no tenant_wall policy with USING and WITH CHECK on app.tenant_id"
        for table in walled_tables()
        if table.name not in standing and table.within_reach
    )

    report(findings, remedy=WALL)


def _is_the_wall(policy: Policy) -> bool:
    column = "id" if policy.table == TENANTS else "tenant_id"
    rules = (policy.using, policy.with_check)
    names_the_tenant = all(rule.startswith(f"({column} = ") and "'app.tenant_id'" in rule for rule in rules)
    return policy.name == "tenant_wall" and policy.command == "ALL" and policy.roles == ("public",) and names_the_tenant


def test_no_other_policy_lets_the_runtime_role_in() -> None:
    runtime = {"public", catalogue.runtime_role()}
    findings = (
        f"{policy.table}: policy {policy.name} for {', '.join(policy.roles)}"
        for policy in catalogue.list_policies()
        if policy.permissive and runtime & set(policy.roles) and not _is_the_wall(policy)
    )

    report(findings, remedy="permissive policies add up: make it AS RESTRICTIVE, or drop it")


def test_every_tenant_table_with_an_id_is_unique_by_tenant_and_id() -> None:
    unique = catalogue.list_unique_columns()
    findings = (
        f"{table.name}: has no unique (tenant_id, id)"
        for table in walled_tables()
        if table.has_tenant_id and table.has_id and (table.name, ("tenant_id", "id")) not in unique
    )

    report(findings, remedy=f"{WALL}: its unique key is what children refer to")


def test_every_foreign_key_between_tenant_tables_includes_the_tenant() -> None:
    walled = {table.name for table in walled_tables()} - {TENANTS}
    findings = (
        f"{key.child}: {key.name} ({', '.join(key.columns)}) → {key.parent}"
        for key in catalogue.list_foreign_keys()
        if {key.child, key.parent} <= walled and not _includes_the_tenant(key)
    )

    report(findings, remedy="db_constraint=False on the model's field, and TenantForeignKey(child, column, parent)")


def _includes_the_tenant(key: ForeignKey) -> bool:
    return ("tenant_id", "tenant_id") in zip(key.columns, key.parent_columns, strict=True)


def test_the_runtime_role_owns_nothing_and_cannot_pass_the_wall() -> None:
    role = catalogue.runtime_role()
    owned = catalogue.ask(
        """
        SELECT relname FROM pg_class WHERE relowner = %s::regrole
        UNION ALL SELECT proname FROM pg_proc WHERE proowner = %s::regrole
        UNION ALL SELECT nspname FROM pg_namespace WHERE nspowner = %s::regrole
        """,
        role,
        role,
        role,
    )
    [rights] = catalogue.ask(
        """
        SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
               has_schema_privilege(oid, 'public', 'CREATE'),
               EXISTS (SELECT FROM pg_auth_members m WHERE m.member = r.oid)
        FROM pg_roles r WHERE rolname = %s
        """,
        role,
    )

    assert owned == []
    assert not any(rights), f"{role}: superuser, bypassrls, createrole, createdb, replication, create, member: {rights}"


def test_the_runtime_role_can_neither_truncate_nor_add_triggers() -> None:
    # TRUNCATE passes row-level security by; a trigger would run with another's rights
    rows = catalogue.ask(
        """
        SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND has_table_privilege(%s, oid, 'TRUNCATE, TRIGGER, REFERENCES')
        """,
        catalogue.runtime_role(),
    )

    assert rows == []


def test_no_view_shows_rows_with_its_owners_rights() -> None:
    rows = catalogue.ask(
        """
        SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND (relkind = 'm' OR relkind = 'v' AND NOT coalesce(reloptions, '{}') @> '{security_invoker=true}')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e')
        """
    )

    assert rows == [], "make the view WITH (security_invoker = true); a materialised view cannot be walled"


def test_every_security_definer_function_has_a_fixed_search_path() -> None:
    findings = (
        f"{function.name}: {function.settings}"
        for function in catalogue.list_definers()
        if not any(setting.startswith("search_path=") for setting in function.settings)
    )

    report(findings, remedy="SET search_path = public, pg_temp")


def test_every_security_definer_function_is_a_known_door() -> None:
    known = {*DOORS_WITHOUT_A_TENANT, *DOORS_WITH_A_CHECK_OF_THEIR_OWN}
    findings = (
        f"{function.name}: is not listed" for function in catalogue.list_definers() if function.name not in known
    )

    report(findings, remedy="run it as its caller, or give the reason in tests/walls/doors.py")


def test_a_door_that_needs_a_tenant_names_the_current_one() -> None:
    findings = (
        f"{function.name}: does not read app.tenant_id"
        for function in catalogue.list_definers()
        if function.name in DOORS_WITH_A_CHECK_OF_THEIR_OWN and "app.tenant_id" not in function.source
    )

    report(findings, remedy="take the tenant from current_setting('app.tenant_id'), not from an argument alone")
