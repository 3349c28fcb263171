-- Tenants. Exactly one organization is the platform, which administers the others.
CREATE TABLE iam_organizations (
  id          uuid PRIMARY KEY,
  key         text COLLATE "C" NOT NULL,
  name        text NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('platform', 'tenant')),
  status      text NOT NULL CHECK (status IN ('active', 'suspended')),
  revision    bigint NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  CONSTRAINT iam_organizations_key_unique UNIQUE (key)
);

CREATE UNIQUE INDEX iam_organizations_one_platform ON iam_organizations (kind) WHERE kind = 'platform';
