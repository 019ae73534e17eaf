"""What the sweeper may see across tenants: ids of runs that nobody drives, never texts.

Each run named is put off for ten seconds in the same statement, so that a run whose message waits
in a long queue is not sent with every sweep.
"""

from django.db import migrations

WAITING = """
CREATE FUNCTION agents_take_waiting_runs() RETURNS TABLE (tenant_id uuid, id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE agents_run AS r SET resend_at = now() + interval '10 seconds'
    FROM (
        SELECT w.id FROM agents_run w
        WHERE w.state IN ('queued', 'running') AND w.lease_until < now() AND w.resend_at < now()
        ORDER BY w.resend_at LIMIT 200 FOR UPDATE SKIP LOCKED
    ) AS waiting
    WHERE r.id = waiting.id
    RETURNING r.tenant_id, r.id
$$
"""


class Migration(migrations.Migration):
    dependencies = [("agents", "0002_wall")]
    operations = [migrations.RunSQL(WAITING, "DROP FUNCTION agents_take_waiting_runs")]
