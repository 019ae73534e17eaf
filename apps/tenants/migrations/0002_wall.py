"""The wall around the tenants app, and the two doors that come before a tenant is known.

The doors are security-definer functions with a fixed search path: one finds a key by its public
id, one lists a user's memberships. They return nothing that opens anything by itself.
"""

from django.db import migrations

from kernel.db.migrations import AppendOnly, TenantWall

FIND_API_KEY = """
CREATE FUNCTION tenants_find_api_key(p_public_id text)
RETURNS TABLE (id uuid, tenant_id uuid, digest text, permissions text[], palaces uuid[],
               expires_at timestamptz, last_used_at timestamptz, revoked_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT k.id, k.tenant_id, k.digest, k.permissions::text[], k.palaces, k.expires_at, k.last_used_at, k.revoked_at
    FROM tenants_api_key k WHERE k.public_id = p_public_id
$$
"""
MEMBERSHIPS = """
CREATE FUNCTION tenants_memberships(p_user_id bigint)
RETURNS TABLE (id uuid, tenant_id uuid, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT m.id, m.tenant_id, m.role FROM tenants_member m WHERE m.user_id = p_user_id ORDER BY m.id
$$
"""


class Migration(migrations.Migration):
    dependencies = [("tenants", "0001_initial")]
    operations = [
        TenantWall("tenants_tenant", column="id", unique_id=False),
        TenantWall("tenants_member"),
        TenantWall("tenants_api_key"),
        TenantWall("tenants_audit_entry"),
        AppendOnly("tenants_audit_entry"),
        migrations.RunSQL(FIND_API_KEY, "DROP FUNCTION tenants_find_api_key"),
        migrations.RunSQL(MEMBERSHIPS, "DROP FUNCTION tenants_memberships"),
    ]
