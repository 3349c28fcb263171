-- The same rule as in V036. A session keeps its plan for the record behind the head, and a plan that was made while
-- the table was small may use any index that begins with the organization: then each record costs as much as all
-- before it, until the table is analysed again. The records are read at once and in order now, and the settings
-- leave one index that gives this order: the primary key. The plan is made once, for unknown values.
CREATE OR REPLACE FUNCTION iam_head_advances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  size bigint;
  previous bytea;
  tree bytea;
  node bytea;
  rest bigint;
  entry record;
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
  FOR entry IN
    SELECT seq, prev_hash, hash, sha256('\x00'::bytea || hash) AS leaf,
      hash = sha256('\x49'::bytea || prev_hash || convert_to(canonical, 'UTF8')) AS holds
    FROM iam_audit_records
    WHERE organization_id = NEW.organization_id AND seq > size AND seq <= NEW.seq
    ORDER BY organization_id, seq
  LOOP
    size := size + 1;
    IF entry.seq <> size OR entry.prev_hash <> previous OR NOT entry.holds THEN
      RAISE EXCEPTION 'the head of an audit chain only moves on to records that follow it';
    END IF;
    previous := entry.hash;
    node := entry.leaf;
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
ALTER FUNCTION iam_head_advances() SET enable_seqscan = off;
ALTER FUNCTION iam_head_advances() SET enable_bitmapscan = off;
ALTER FUNCTION iam_head_advances() SET enable_sort = off;
ALTER FUNCTION iam_head_advances() SET enable_incremental_sort = off;
ALTER FUNCTION iam_head_advances() SET plan_cache_mode = force_generic_plan;
