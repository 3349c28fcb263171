-- How many grants of each privilege an organization has in each status, up to a version of its policy.
CREATE TABLE iam_grant_counts (
  organization_id  uuid NOT NULL,
  privilege_key    text COLLATE "C" NOT NULL,
  status           text COLLATE "C" NOT NULL CHECK (status IN ('active', 'revoked', 'suspended')),
  number           bigint NOT NULL,
  PRIMARY KEY (organization_id, privilege_key, status)
) WITH (fillfactor = 70);

CREATE TABLE iam_grant_counted (
  organization_id  uuid PRIMARY KEY,
  version          bigint NOT NULL
) WITH (fillfactor = 50);
