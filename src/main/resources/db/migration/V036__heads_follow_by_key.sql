-- The same rule as in V035, with each record found by its key and fewer steps on the way. A range has a plan for
-- unknown values that looks so dear that PostgreSQL planned it again for each change, 0.3 ms under the tenant's
-- lock; a key has one plan.
CREATE OR REPLACE FUNCTION iam_head_advances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  size bigint;
  previous bytea;
  tree bytea;
  node bytea;
  rest bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    size := 0;
    previous := sha256(convert_to('iam-audit:' || NEW.organization_id, 'UTF8'));
    tree := '';
    IF NEW.seq <> 0 THEN
      RAISE EXCEPTION 'the head of an audit chain only moves on from its beginning';
    END IF;
  ELSIF NEW.organization_id = OLD.organization_id AND NEW.seq >= OLD.seq THEN
    size := OLD.seq;
    previous := OLD.hash;
    tree := OLD.tree;
  ELSE
    RAISE EXCEPTION 'the head of an audit chain only moves on to records that follow it';
  END IF;
  WHILE size < NEW.seq LOOP
    size := size + 1;
    SELECT hash, sha256('\x00'::bytea || hash) INTO previous, node FROM iam_audit_records
      WHERE organization_id = NEW.organization_id AND seq = size AND prev_hash = previous
        AND hash = sha256('\x49'::bytea || previous || convert_to(canonical, 'UTF8'));
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the head of an audit chain only moves on to records that follow it';
    END IF;
    rest := size;
    WHILE rest % 2 = 0 LOOP
      node := sha256('\x01'::bytea || substr(tree, length(tree) - 31) || node);
      tree := substr(tree, 1, length(tree) - 32);
      rest := rest / 2;
    END LOOP;
    tree := tree || node;
  END LOOP;
  IF (NEW.seq, NEW.hash, NEW.tree) IS DISTINCT FROM (size, previous, tree) THEN
    RAISE EXCEPTION 'the head of an audit chain only moves on to records that follow it';
  END IF;
  RETURN NEW;
END
$$;

-- The function reads the table of this schema, whatever search path or temporary table a session has.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION iam_head_advances() SET search_path = %I, pg_temp', current_schema());
END
$$;
