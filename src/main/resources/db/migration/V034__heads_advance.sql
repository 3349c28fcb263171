-- The head of a chain only moves on, to a record that is there. The service's role may update it, so that its
-- rights alone would let it point the head at anything.
CREATE FUNCTION iam_head_advances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.organization_id <> OLD.organization_id OR NEW.seq < OLD.seq
    OR NEW.seq = OLD.seq AND (NEW.hash, NEW.tree) IS DISTINCT FROM (OLD.hash, OLD.tree)
    OR NEW.seq > OLD.seq AND NOT EXISTS (
      SELECT FROM iam_audit_records
      WHERE organization_id = NEW.organization_id AND seq = NEW.seq AND hash = NEW.hash)
  THEN
    RAISE EXCEPTION 'the head of an audit chain only moves on to a record that is there';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER iam_audit_heads_advance BEFORE UPDATE ON iam_audit_heads
  FOR EACH ROW EXECUTE FUNCTION iam_head_advances();
ALTER TABLE iam_audit_heads ENABLE ALWAYS TRIGGER iam_audit_heads_advance;
