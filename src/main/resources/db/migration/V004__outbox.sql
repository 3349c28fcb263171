-- Announcements, written with the change that they tell of. seq is the audit record's number of the
-- same transaction, so that a reader sees the events of a tenant in commit order.
CREATE TABLE iam_outbox_messages (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  seq              bigint NOT NULL,
  id               uuid NOT NULL,
  event_type       text COLLATE "C" NOT NULL,
  body             text NOT NULL,
  status           text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'done')),
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, seq)
);

CREATE INDEX iam_outbox_messages_pending ON iam_outbox_messages (created_at) WHERE status = 'pending';
