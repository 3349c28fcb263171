-- Raises tenants' versions, and moves the heads of their chains, from where their writer takes them to stand; fails where one stands elsewhere, or
-- is not there. So what is written together with it needs no lock before. Several tenants at once, because the small changes of several are
-- written in one transaction.

-- A row that another transaction is about to change shows what it was: it is found when that transaction has ended, which the lock waits for.
CREATE FUNCTION iam_raise_versions(tenants uuid[], known bigint[], following bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  raised bigint := 0;
  more bigint;
BEGIN
  FOR attempt IN 1..2 LOOP
    UPDATE iam_policy_versions AS present SET version = given.following
    FROM unnest(tenants, known, following) AS given(tenant, known, following)
    WHERE present.organization_id = given.tenant AND present.version = given.known;
    GET DIAGNOSTICS more = ROW_COUNT;
    raised := raised + more;
    IF raised = cardinality(tenants) THEN
      RETURN;
    END IF;
    PERFORM FROM iam_policy_versions WHERE organization_id = ANY (tenants) FOR UPDATE;
  END LOOP;
  RAISE EXCEPTION 'an organization has changed meanwhile' USING ERRCODE = 'IA001';
END
$$;

CREATE FUNCTION iam_move_heads(tenants uuid[], known_seqs bigint[], known_hashes bytea[], seqs bigint[], hashes bytea[], trees bytea[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved bigint := 0;
  more bigint;
BEGIN
  FOR attempt IN 1..2 LOOP
    UPDATE iam_audit_heads AS present SET seq = given.seq, hash = given.hash, tree = given.tree
    FROM unnest(tenants, known_seqs, known_hashes, seqs, hashes, trees) AS given(tenant, known_seq, known_hash, seq, hash, tree)
    WHERE present.organization_id = given.tenant AND present.seq = given.known_seq AND present.hash = given.known_hash;
    GET DIAGNOSTICS more = ROW_COUNT;
    moved := moved + more;
    IF moved = cardinality(tenants) THEN
      RETURN;
    END IF;
    PERFORM FROM iam_audit_heads WHERE organization_id = ANY (tenants) FOR UPDATE;
  END LOOP;
  RAISE EXCEPTION 'an organization has changed meanwhile' USING ERRCODE = 'IA001';
END
$$;

-- As in V048: the tables of this schema, and the plan by their keys, also where it was made while they were small.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
      'iam_raise_versions(uuid[], bigint[], bigint[])',
      'iam_move_heads(uuid[], bigint[], bytea[], bigint[], bytea[], bytea[])'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
    EXECUTE format('ALTER FUNCTION %s SET enable_seqscan = off', name);
    EXECUTE format('ALTER FUNCTION %s SET enable_bitmapscan = off', name);
    EXECUTE format('ALTER FUNCTION %s SET enable_hashjoin = off', name);
    EXECUTE format('ALTER FUNCTION %s SET enable_mergejoin = off', name);
    EXECUTE format('ALTER FUNCTION %s SET plan_cache_mode = force_generic_plan', name);
  END LOOP;
END
$$;
