"""The two searches as security-definer functions with a tenant check of their own.

Under row-level security the planner may not use an operator that is not leakproof before the policy
has run. The functions run as the owner, whose policy is `true`, so their plans are those of plain
tables; the first thing each does is to compare the tenant asked for with the one the transaction is
in. `EXECUTE` with parameters would plan once for all tenants: the values are quoted into the text so
that each call gets a plan of its own size.
"""

from django.db import migrations

GUESSED = 400
"""Documents that get an exact BM25 score after the first guess."""

CHECK = """
    IF p_tenant IS DISTINCT FROM NULLIF(current_setting('app.tenant_id', true), '')::uuid THEN
        RAISE EXCEPTION 'search outside the current tenant' USING ERRCODE = 'insufficient_privilege';
    END IF;
"""
SCOPE = """
    v_scope := format('%s.tenant_id = %L', p_alias, p_tenant)
        || CASE WHEN p_palaces IS NULL THEN '' ELSE format(' AND %s.palace_id = ANY(%L::uuid[])', p_alias, p_palaces) END
        || CASE WHEN p_wing IS NULL THEN '' ELSE format(' AND %s.wing_id = %L', p_alias, p_wing) END;
"""

LEXICAL = f"""
CREATE FUNCTION memories_find_by_words(
    p_tenant uuid, p_palaces uuid[], p_wing uuid, p_room uuid, p_terms text[],
    p_documents double precision, p_average double precision, p_shifts integer[], p_weights real[],
    p_lent_words integer, p_lend_below integer, p_among uuid[], p_also uuid[], p_limit integer)
RETURNS TABLE (memory_id uuid, score double precision)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    v_scope text;
    v_documents text;
    v_columns constant text := 'd.memory_id, d.conversation, d.position, d.length + d.borrowed AS length';
    p_alias constant text := 'p';
BEGIN
    {CHECK}
    {SCOPE}
    -- which documents get an exact score: the ones named, those of the room, or the best of a first guess that
    -- takes every document for one of mean length and so needs no document at all
    v_documents := CASE
        WHEN p_among IS NOT NULL THEN
            format('SELECT %s FROM memories_document d WHERE d.tenant_id = %L AND d.memory_id = ANY($7)', v_columns, p_tenant)
        WHEN p_room IS NOT NULL THEN
            format('SELECT %s FROM memories_document d WHERE d.tenant_id = %L AND d.room_id = $6', v_columns, p_tenant)
        ELSE format($sql$
            SELECT d.* FROM (
                SELECT part.conversation, part.position FROM part GROUP BY 1, 2
                ORDER BY sum(part.idf * part.mass * 1.9 / (part.mass + 0.9)) DESC LIMIT {GUESSED}
            ) guess CROSS JOIN LATERAL (
                -- OFFSET 0 keeps this a look-up for each guess: a hash join would read the whole tenant
                SELECT %1$s FROM memories_document d
                WHERE d.tenant_id = %2$L AND d.conversation = guess.conversation AND d.position = guess.position OFFSET 0
            ) d
            UNION SELECT %1$s FROM memories_document d WHERE d.tenant_id = %2$L AND d.memory_id = ANY($8)
        $sql$, v_columns, p_tenant)
    END;
    -- a common word is not worth borrowing: beyond p_lend_below documents a hit stays with its own turn
    RETURN QUERY EXECUTE format($sql$
        WITH hit AS MATERIALIZED (
            SELECT p.term, p.memory_id, p.conversation, p.position, p.tf,
                   LEAST(1, $1::real / GREATEST(p.length, 1)) AS share,
                   (count(*) OVER (PARTITION BY p.term))::float8 AS documents
            FROM memories_posting p WHERE %s AND p.term = ANY(%L::text[])
        ), part AS MATERIALIZED (
            SELECT h.conversation, h.position + s.shift AS position,
                   ln(1 + ($2 - min(h.documents) + 0.5) / (min(h.documents) + 0.5)) AS idf,
                   sum(h.tf * s.weight * CASE WHEN s.shift = 0 THEN 1 ELSE h.share END) AS mass
            FROM hit h JOIN unnest($3::integer[], $4::real[]) AS s (shift, weight)
              ON s.shift = 0 OR (h.documents <= $10 AND h.conversation <> h.memory_id)
            GROUP BY h.term, h.conversation, h.position + s.shift
        ), document AS MATERIALIZED (%s)
        SELECT d.memory_id, sum(part.idf * part.mass * 1.9 / (part.mass + 0.9 * d.length / $5))::float8 AS score
        FROM document d JOIN part ON part.conversation = d.conversation AND part.position = d.position
        GROUP BY d.memory_id
        ORDER BY (d.memory_id = ANY($8)) DESC, score DESC, d.memory_id LIMIT $9
    $sql$, v_scope, p_terms, v_documents)
    USING p_lent_words, GREATEST(p_documents, 1), p_shifts, p_weights, GREATEST(p_average, 1), p_room, p_among, p_also,
          p_limit, p_lend_below;
END $$
"""

DENSE = f"""
CREATE FUNCTION memories_find_by_meaning(
    p_tenant uuid, p_palaces uuid[], p_wing uuid, p_room uuid, p_model text, p_query halfvec(384),
    p_among uuid[], p_exact boolean, p_limit integer)
RETURNS TABLE (memory_id uuid, similarity double precision)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    v_scope text;
    p_alias constant text := 'e';
BEGIN
    {CHECK}
    {SCOPE}
    IF p_room IS NOT NULL THEN v_scope := v_scope || format(' AND e.room_id = %L', p_room); END IF;
    IF p_among IS NOT NULL THEN v_scope := v_scope || format(' AND e.memory_id = ANY(%L::uuid[])', p_among); END IF;
    IF p_exact THEN
        -- an aggregate over the whole scope: the approximate index cannot serve it
        RETURN QUERY EXECUTE format($sql$
            SELECT e.memory_id, max(1 - (e.vector <=> $1))::float8 AS similarity FROM memories_embedding e
            WHERE %s AND e.model = %L GROUP BY e.memory_id ORDER BY similarity DESC, e.memory_id LIMIT $2
        $sql$, v_scope, p_model) USING p_query, p_limit;
        RETURN;
    END IF;
    PERFORM set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', '100', true);
    RETURN QUERY EXECUTE format($sql$
        SELECT near.memory_id, max(near.similarity)::float8 AS similarity FROM (
            SELECT e.memory_id, 1 - (e.vector <=> %L::halfvec) AS similarity FROM memories_embedding e
            WHERE %s AND e.model = %L ORDER BY e.vector <=> %L::halfvec LIMIT %s
        ) near GROUP BY near.memory_id ORDER BY 2 DESC LIMIT $1
    $sql$, p_query, v_scope, p_model, p_query, p_limit) USING p_limit;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0002_wall_and_indexes")]
    operations = [
        migrations.RunSQL(LEXICAL, "DROP FUNCTION memories_find_by_words"),
        migrations.RunSQL(DENSE, "DROP FUNCTION memories_find_by_meaning"),
    ]
