-- Removes some seals of before a moment whose blocks are all gone, as the owner of the tables: the service may add
-- seals and take none away. A seal of which one block is left stays whole, since each proof needs all of its roots.
-- The record of the audit chain that has the seal's root stays in any case.
CREATE INDEX iam_decision_seals_by_age ON iam_decision_seals (sealed_at);

CREATE FUNCTION iam_remove_decision_seals(before timestamptz, most integer)
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  removed integer;
BEGIN
  WITH gone AS (
    SELECT s.organization_id, s.id FROM iam_decision_seals s
    WHERE s.sealed_at < before
      AND NOT EXISTS (
        SELECT FROM iam_decision_sealed b
        JOIN iam_decisions d ON d.organization_id = b.organization_id AND d.id = b.block_id
        WHERE b.organization_id = s.organization_id AND b.seal_id = s.id)
    ORDER BY s.sealed_at
    LIMIT most
    FOR UPDATE SKIP LOCKED
  ), blocks AS (
    DELETE FROM iam_decision_sealed b USING gone
    WHERE b.organization_id = gone.organization_id AND b.seal_id = gone.id
  ), seals AS (
    DELETE FROM iam_decision_seals s USING gone
    WHERE s.organization_id = gone.organization_id AND s.id = gone.id
    RETURNING s.id
  )
  SELECT count(*) INTO removed FROM seals;
  RETURN removed;
END
$$;
REVOKE EXECUTE ON FUNCTION iam_remove_decision_seals(timestamptz, integer) FROM PUBLIC;

-- The function finds the tables of this schema, whatever search path its caller has.
DO $$
BEGIN
  EXECUTE format(
    'ALTER FUNCTION iam_remove_decision_seals(timestamptz, integer) SET search_path = %I, pg_temp',
    current_schema());
END
$$;
