-- How many records of each type an organization's audit log has, for each minute, hour and day, up to a record.
CREATE TABLE iam_audit_counts (
  organization_id  uuid NOT NULL,
  step             text COLLATE "C" NOT NULL CHECK (step IN ('minute', 'hour', 'day')),
  start            timestamptz NOT NULL,
  event_type       text COLLATE "C" NOT NULL,
  number           bigint NOT NULL,
  PRIMARY KEY (organization_id, step, start, event_type)
) WITH (fillfactor = 70);

CREATE TABLE iam_audit_counted (
  organization_id  uuid PRIMARY KEY,
  seq              bigint NOT NULL
) WITH (fillfactor = 50);

-- Grants that end by themselves, in the order of their ends.
CREATE INDEX iam_grants_by_end ON iam_grants (organization_id, valid_until)
  WHERE status = 'active' AND valid_until IS NOT NULL;
