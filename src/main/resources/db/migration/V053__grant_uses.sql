-- Which grants allowed what to whom, counted from the decision log.
CREATE TABLE iam_grant_uses (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  grant_id         uuid NOT NULL,
  subject          text COLLATE "C" NOT NULL,
  permission       text COLLATE "C" NOT NULL,
  uses             bigint NOT NULL,
  last_used_at     timestamptz NOT NULL,
  PRIMARY KEY (organization_id, grant_id, subject, permission)
) WITH (fillfactor = 80);

-- Up to where the decision log of an organization was counted, and since when nothing is missing.
CREATE TABLE iam_grant_use_states (
  organization_id  uuid PRIMARY KEY REFERENCES iam_organizations (id),
  read_until       uuid NOT NULL,
  counted_from     timestamptz,
  decisions        bigint NOT NULL,
  stale_grants     bigint,
  updated_at       timestamptz NOT NULL
) WITH (fillfactor = 50);
