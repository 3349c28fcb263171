-- Raises tenants' versions, and moves the heads of their chains, from where their writer takes them to stand; fails where one stands elsewhere, or
-- is not there. So what is written together with it needs no lock before. Several tenants at once, because the small changes of several are
-- written in one transaction.
--
-- A row that another transaction is about to change shows what it was. What it is comes to light when that transaction has ended: the lock waits
-- for it. Each row is found by its key for itself, since a plan for a list would depend on its length.
--
-- The tables are those of this schema, as in V048, but named in the text: a setting of the function would be made and taken back at each call.
DO $$
BEGIN
  EXECUTE format($text$
CREATE FUNCTION iam_raise_versions(tenants uuid[], known bigint[], following bigint[]) RETURNS void LANGUAGE plpgsql AS $function$
BEGIN
  FOR i IN 1..cardinality(tenants) LOOP
    UPDATE %1$I.iam_policy_versions SET version = following[i] WHERE organization_id = tenants[i] AND version = known[i];
    IF NOT FOUND THEN
      PERFORM FROM %1$I.iam_policy_versions WHERE organization_id = tenants[i] FOR UPDATE;
      UPDATE %1$I.iam_policy_versions SET version = following[i] WHERE organization_id = tenants[i] AND version = known[i];
      IF NOT FOUND THEN
        RAISE EXCEPTION 'an organization has changed meanwhile' USING ERRCODE = 'IA001';
      END IF;
    END IF;
  END LOOP;
END
$function$;

CREATE FUNCTION iam_move_heads(tenants uuid[], known_seqs bigint[], known_hashes bytea[], seqs bigint[], hashes bytea[], trees bytea[])
RETURNS void LANGUAGE plpgsql AS $function$
BEGIN
  FOR i IN 1..cardinality(tenants) LOOP
    UPDATE %1$I.iam_audit_heads SET seq = seqs[i], hash = hashes[i], tree = trees[i]
    WHERE organization_id = tenants[i] AND seq = known_seqs[i] AND hash = known_hashes[i];
    IF NOT FOUND THEN
      PERFORM FROM %1$I.iam_audit_heads WHERE organization_id = tenants[i] FOR UPDATE;
      UPDATE %1$I.iam_audit_heads SET seq = seqs[i], hash = hashes[i], tree = trees[i]
      WHERE organization_id = tenants[i] AND seq = known_seqs[i] AND hash = known_hashes[i];
      IF NOT FOUND THEN
        RAISE EXCEPTION 'an organization has changed meanwhile' USING ERRCODE = 'IA001';
      END IF;
    END IF;
  END LOOP;
END
$function$;
$text$, current_schema());
END
$$;
