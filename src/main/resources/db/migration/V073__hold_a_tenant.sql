-- Locks a tenant for a change whose writer knows where the tenant stands, from the change that it made before, and fails where the tenant
-- stands elsewhere. So the lock needs no answer of its own: it goes with the first statement that the change needs. The rows are read by
-- their keys alone, since a row that another transaction is about to change must be waited for, whatever it says now.
CREATE FUNCTION iam_hold_tenant(tenant uuid, known_version bigint, known_seq bigint, known_hash bytea) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  present_version bigint;
  present_seq bigint;
  present_hash bytea;
BEGIN
  SELECT version INTO present_version FROM iam_policy_versions WHERE organization_id = tenant FOR UPDATE;
  SELECT seq, hash INTO present_seq, present_hash FROM iam_audit_heads WHERE organization_id = tenant FOR UPDATE;
  IF (present_version, present_seq, present_hash) IS DISTINCT FROM (known_version, known_seq, known_hash) THEN
    RAISE EXCEPTION 'the organization has changed meanwhile' USING ERRCODE = 'IA001';
  END IF;
  RETURN true;
END
$$;

-- As in V048: the tables of this schema, and the plan by their keys, also where it was made while they were small.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION iam_hold_tenant(uuid, bigint, bigint, bytea) SET search_path = %I, pg_temp', current_schema());
END
$$;
ALTER FUNCTION iam_hold_tenant(uuid, bigint, bigint, bytea) SET enable_seqscan = off;
ALTER FUNCTION iam_hold_tenant(uuid, bigint, bigint, bytea) SET enable_bitmapscan = off;
ALTER FUNCTION iam_hold_tenant(uuid, bigint, bigint, bytea) SET plan_cache_mode = force_generic_plan;
