-- The end of each organization's chain; locked last in a transaction.
CREATE TABLE iam_audit_heads (
  organization_id  uuid PRIMARY KEY REFERENCES iam_organizations (id),
  seq              bigint NOT NULL,
  hash             bytea NOT NULL CHECK (length(hash) = 32)
);

-- canonical holds the text as it was hashed; the other columns only help queries.
CREATE TABLE iam_audit_records (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  seq              bigint NOT NULL CHECK (seq > 0),
  id               uuid NOT NULL,
  occurred_at      timestamptz NOT NULL,
  event_type       text COLLATE "C" NOT NULL,
  actor            text COLLATE "C" NOT NULL,
  target_type      text COLLATE "C" NOT NULL,
  target_id        text COLLATE "C" NOT NULL,
  risk_level       text COLLATE "C" NOT NULL,
  correlation_id   text COLLATE "C" NOT NULL,
  canonical        text NOT NULL,
  prev_hash        bytea NOT NULL CHECK (length(prev_hash) = 32),
  hash             bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (organization_id, seq)
);

CREATE FUNCTION iam_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END
$$;

CREATE TRIGGER iam_audit_records_append_only
  BEFORE UPDATE OR DELETE ON iam_audit_records
  FOR EACH ROW EXECUTE FUNCTION iam_refuse_change();

CREATE TRIGGER iam_audit_records_no_truncate
  BEFORE TRUNCATE ON iam_audit_records
  FOR EACH STATEMENT EXECUTE FUNCTION iam_refuse_change();
