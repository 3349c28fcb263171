-- Erasures of people from the log of decisions, and how far each is: sealed blocks are searched in the order of their
-- seals. The digests are of the person's external id, which the log may hold; they go when the erasure is done.
CREATE TABLE iam_decision_erasures (
  organization_id    uuid NOT NULL,
  id                 uuid NOT NULL,
  user_id            uuid NOT NULL,
  known_from         timestamptz NOT NULL,
  erased_at          timestamptz NOT NULL,
  external_sha256    bytea,
  external_subject   bigint,
  external_resource  bigint,
  until              timestamptz NOT NULL,
  reached            timestamptz,
  seal_id            uuid NOT NULL,
  position           integer NOT NULL,
  blocks             bigint NOT NULL,
  records            bigint NOT NULL,
  skipped            bigint NOT NULL,
  skipped_blocks     uuid[] NOT NULL,
  done_at            timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX iam_decision_erasures_by_user ON iam_decision_erasures (organization_id, user_id);
CREATE INDEX iam_decision_erasures_open ON iam_decision_erasures (id) WHERE done_at IS NULL;

-- The service may replace the body and the filter of a block, and nothing else of it. At the end of the transaction the
-- same transaction must have added a record to the organization's chain that is about this block, names an erasure of
-- that chain, and has the SHA-256 of the new filter and body. A row behind the head is no record of the chain: the head
-- moves on only to records that follow it.
CREATE FUNCTION iam_decisions_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM iam_audit_records r
    WHERE r.organization_id = NEW.organization_id
      AND r.target_type = 'decision_block' AND r.target_id = NEW.id::text
      AND r.event_type = 'iam.decisions.erased'
      AND r.xmin = pg_current_xact_id()::xid
      AND r.seq <= (SELECT h.seq FROM iam_audit_heads h WHERE h.organization_id = NEW.organization_id)
      AND r.canonical::json #>> '{after,contents}' = encode(sha256(NEW.filter || NEW.body), 'hex')
      AND EXISTS (
        SELECT FROM iam_audit_records e
        WHERE e.organization_id = r.organization_id
          AND e.id = (r.canonical::json #>> '{after,erasure}')::uuid
          AND e.event_type = 'iam.subject.erased')) THEN
    RAISE EXCEPTION 'block % of decisions was changed without a record of its erasure', NEW.id;
  END IF;
  RETURN NULL;
END
$$;

-- The function finds the tables of this schema, whatever search path and temporary tables its session has.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION iam_decisions_erased() SET search_path = %I, pg_temp', current_schema());
END
$$;

CREATE TRIGGER iam_decisions_keep BEFORE UPDATE ON iam_decisions
  FOR EACH ROW
  WHEN ((OLD.organization_id, OLD.id, OLD.last_id, OLD.decisions, OLD.denied, OLD.step_up, OLD.root)
    IS DISTINCT FROM
    (NEW.organization_id, NEW.id, NEW.last_id, NEW.decisions, NEW.denied, NEW.step_up, NEW.root))
  EXECUTE FUNCTION iam_refuse_change();

CREATE CONSTRAINT TRIGGER iam_decisions_erased AFTER UPDATE ON iam_decisions
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION iam_decisions_erased();
