-- Answers of committed writes, sealed, so that a repeated request gets the answer of the first.
CREATE TABLE iam_idempotent_answers (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  actor            text COLLATE "C" NOT NULL,
  idempotency_key  text COLLATE "C" NOT NULL,
  fingerprint      bytea NOT NULL CHECK (length(fingerprint) = 32),
  answer           bytea NOT NULL,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, actor, idempotency_key)
);

CREATE INDEX iam_idempotent_answers_by_age ON iam_idempotent_answers (created_at);
