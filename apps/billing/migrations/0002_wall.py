"""The wall around the billing app, the append-only ledger, and the function that charges.

`billing_charge` is one round trip of two statements: the counter first, by a conditional upsert
that takes the row's lock and looks at its newest value, then the ledger row. It runs with the
caller's rights, so the wall holds inside it. It raises nothing: a refusal must leave the caller's
transaction usable, and so must a repeated idempotency key, whose increment it takes back.
"""

from django.db import migrations

from kernel.db.migrations import AppendOnly, TenantForeignKey, TenantWall

CHARGE = """
CREATE FUNCTION billing_charge(
    p_row_id uuid, p_tenant_id uuid, p_meter text, p_period_start date, p_quantity numeric,
    p_plans jsonb, p_list_price numeric, p_price_version text,
    p_actor_kind text, p_actor_id uuid, p_api_key_id uuid, p_agent_id uuid, p_run_id uuid,
    p_request_id text, p_idempotency_key text, p_occurred_at timestamptz)
RETURNS TABLE (o_outcome text, o_plan text, o_limit bigint, o_used numeric, o_quantity numeric, o_unit_price numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_terms jsonb;
BEGIN
    SELECT t.plan, p_plans -> t.plan INTO o_plan, v_terms FROM tenants_tenant t WHERE t.id = p_tenant_id;
    IF v_terms IS NULL THEN
        o_outcome := 'unknown_plan';
        RETURN NEXT;
        RETURN;
    END IF;
    o_limit := (v_terms ->> 'limit')::bigint;
    o_unit_price := (v_terms ->> 'unit_price')::numeric;
    o_quantity := p_quantity;

    INSERT INTO billing_counter AS c (id, tenant_id, created_at, meter, period_start, used)
    SELECT p_row_id, p_tenant_id, now(), p_meter, p_period_start, p_quantity
    WHERE o_limit IS NULL OR p_quantity <= o_limit
    ON CONFLICT (tenant_id, meter, period_start) DO UPDATE SET used = c.used + excluded.used
    WHERE o_limit IS NULL OR c.used + excluded.used <= o_limit
    RETURNING c.used INTO o_used;

    IF FOUND THEN
        INSERT INTO billing_usage_row (
            id, tenant_id, created_at, meter, quantity, unit_price, list_price, price_version, plan, period_start,
            actor_kind, actor_id, api_key_id, agent_id, run_id, request_id, idempotency_key, reason, occurred_at)
        VALUES (
            p_row_id, p_tenant_id, now(), p_meter, p_quantity, o_unit_price, p_list_price, p_price_version, o_plan,
            p_period_start, p_actor_kind, p_actor_id, p_api_key_id, p_agent_id, p_run_id, p_request_id,
            p_idempotency_key, '', p_occurred_at)
        ON CONFLICT (tenant_id, meter, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING;
        IF FOUND THEN
            o_outcome := 'charged';
            RETURN NEXT;
            RETURN;
        END IF;
        UPDATE billing_counter c SET used = c.used - p_quantity
        WHERE c.tenant_id = p_tenant_id AND c.meter = p_meter AND c.period_start = p_period_start
        RETURNING c.used INTO o_used;
    ELSE
        SELECT c.used INTO o_used FROM billing_counter c
        WHERE c.tenant_id = p_tenant_id AND c.meter = p_meter AND c.period_start = p_period_start;
        o_used := coalesce(o_used, 0);
    END IF;

    o_outcome := 'refused';
    IF p_idempotency_key IS NOT NULL THEN
        SELECT 'repeated', r.quantity, r.unit_price INTO o_outcome, o_quantity, o_unit_price FROM billing_usage_row r
        WHERE r.tenant_id = p_tenant_id AND r.meter = p_meter AND r.idempotency_key = p_idempotency_key;
        IF NOT FOUND THEN
            o_outcome := 'refused';
        END IF;
    END IF;
    RETURN NEXT;
END $$
"""


class Migration(migrations.Migration):
    # the function reads the tenant's plan
    dependencies = [("billing", "0001_initial"), ("tenants", "0002_wall")]
    operations = [
        TenantWall("billing_usage_row"),
        TenantWall("billing_counter"),
        TenantWall("billing_seat"),
        AppendOnly("billing_usage_row"),
        TenantForeignKey("billing_usage_row", "corrects_id", "billing_usage_row", on_delete="RESTRICT"),
        migrations.RunSQL(CHARGE, "DROP FUNCTION billing_charge"),
    ]
