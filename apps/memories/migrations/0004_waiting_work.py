"""What the sweeper may see across tenants: ids, never texts."""

from django.db import migrations

WAITING = """
CREATE FUNCTION memories_waiting_work() RETURNS TABLE (work text, tenant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    (SELECT 'embed', m.tenant_id, m.id FROM memories_memory m
     WHERE m.indexed_at IS NULL AND m.deleted_at IS NULL AND m.updated_at < now() - interval '1 minute'
     ORDER BY m.updated_at LIMIT 2000)
    UNION ALL
    (SELECT 'import', i.tenant_id, i.id FROM memories_import i
     WHERE i.state IN ('queued', 'running') AND i.updated_at < now() - interval '1 minute' LIMIT 200)
    UNION ALL
    (SELECT 'expire', m.tenant_id, NULL FROM memories_memory m
     WHERE m.expires_at <= now() AND m.deleted_at IS NULL GROUP BY m.tenant_id LIMIT 200)
$$
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0003_search")]
    operations = [migrations.RunSQL(WAITING, "DROP FUNCTION memories_waiting_work")]
