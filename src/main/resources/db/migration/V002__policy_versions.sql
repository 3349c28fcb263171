-- The version of a tenant's policy. Its row is locked first by every change of that tenant.
CREATE TABLE iam_policy_versions (
  organization_id  uuid PRIMARY KEY REFERENCES iam_organizations (id),
  version          bigint NOT NULL
);

-- What each version changed, as full images, for the replicas' snapshots and for replay.
-- transaction_id lets a poller ask for rows that its last look could not see yet.
CREATE TABLE iam_policy_changes (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  version          bigint NOT NULL,
  ordinal          integer NOT NULL,
  transaction_id   xid8 NOT NULL DEFAULT pg_current_xact_id(),
  event_type       text COLLATE "C" NOT NULL,
  target_type      text COLLATE "C" NOT NULL,
  target_id        text COLLATE "C" NOT NULL,
  before           jsonb,
  after            jsonb,
  changed_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, version, ordinal)
);

CREATE INDEX iam_policy_changes_by_transaction ON iam_policy_changes (transaction_id);
