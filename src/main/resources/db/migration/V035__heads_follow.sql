-- The head of a chain moves on to records that follow it, and to the tree over them, and nowhere else. The
-- service's role may update it, so that its rights alone would let it point the head at anything. Of V034 this
-- closes what was left: a head beyond a gap, one with another tree, a new one that begins elsewhere, and a record
-- that stands in a temporary table of the same name only.
CREATE OR REPLACE FUNCTION iam_head_advances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  size bigint := 0;
  previous bytea := sha256(convert_to('iam-audit:' || NEW.organization_id, 'UTF8'));
  tree bytea := '';
  entry record;
  node bytea;
  rest bigint;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.organization_id <> OLD.organization_id OR NEW.seq < OLD.seq THEN
      RAISE EXCEPTION 'the head of an audit chain only moves on to records that follow it';
    END IF;
    size := OLD.seq;
    previous := OLD.hash;
    tree := OLD.tree;
  ELSIF NEW.seq <> 0 THEN
    RAISE EXCEPTION 'the head of an audit chain only moves on from its beginning';
  END IF;
  FOR entry IN SELECT seq, canonical, prev_hash, hash FROM iam_audit_records
      WHERE organization_id = NEW.organization_id AND seq > size AND seq <= NEW.seq ORDER BY seq LOOP
    size := size + 1;
    IF entry.seq <> size OR entry.prev_hash <> previous
      OR entry.hash <> sha256('\x49'::bytea || previous || convert_to(entry.canonical, 'UTF8'))
    THEN
      RAISE EXCEPTION 'the head of an audit chain only moves on to records that follow it';
    END IF;
    previous := entry.hash;
    node := sha256('\x00'::bytea || previous);
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

DROP TRIGGER iam_audit_heads_advance ON iam_audit_heads;
CREATE TRIGGER iam_audit_heads_advance BEFORE INSERT OR UPDATE ON iam_audit_heads
  FOR EACH ROW EXECUTE FUNCTION iam_head_advances();
ALTER TABLE iam_audit_heads ENABLE ALWAYS TRIGGER iam_audit_heads_advance;

-- A finding is open until it is acknowledged: its row must not vanish instead.
CREATE TRIGGER iam_audit_verifications_append_only BEFORE UPDATE OR DELETE ON iam_audit_verifications
  FOR EACH ROW EXECUTE FUNCTION iam_refuse_change();
CREATE TRIGGER iam_audit_verifications_no_truncate BEFORE TRUNCATE ON iam_audit_verifications
  FOR EACH STATEMENT EXECUTE FUNCTION iam_refuse_change();
ALTER TABLE iam_audit_verifications ENABLE ALWAYS TRIGGER iam_audit_verifications_append_only;
ALTER TABLE iam_audit_verifications ENABLE ALWAYS TRIGGER iam_audit_verifications_no_truncate;

-- Nearly all rows are of chains that held.
CREATE INDEX iam_audit_verifications_findings ON iam_audit_verifications (organization_id, id)
  WHERE cause IS NOT NULL;
