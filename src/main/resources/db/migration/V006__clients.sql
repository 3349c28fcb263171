-- OAuth clients. A secret is stored as SHA-256 over its salt and itself: it is 256 random bits, which
-- no dictionary holds, so that a slow password hash would protect nothing.
CREATE TABLE iam_clients (
  organization_id             uuid NOT NULL REFERENCES iam_organizations (id),
  client_id                   text COLLATE "C" NOT NULL,
  subject_type                text COLLATE "C" NOT NULL,
  subject_id                  text COLLATE "C" NOT NULL,
  status                      text COLLATE "C" NOT NULL CHECK (status IN ('active', 'revoked')),
  -- Has a secret that everybody knows; a production start refuses to run beside one.
  development                 boolean NOT NULL DEFAULT false,
  scopes                      text[] COLLATE "C" NOT NULL,
  secret_salt                 bytea NOT NULL CHECK (length(secret_salt) = 16),
  secret_hash                 bytea NOT NULL CHECK (length(secret_hash) = 32),
  previous_secret_salt        bytea CHECK (length(previous_secret_salt) = 16),
  previous_secret_hash        bytea CHECK (length(previous_secret_hash) = 32),
  previous_secret_expires_at  timestamptz,
  created_at                  timestamptz NOT NULL,
  updated_at                  timestamptz NOT NULL,
  PRIMARY KEY (organization_id, client_id),
  -- A client names itself alone, so that its name is unique among all tenants.
  CONSTRAINT iam_clients_id_unique UNIQUE (client_id),
  CONSTRAINT iam_clients_previous_whole CHECK (
    num_nonnulls(previous_secret_salt, previous_secret_hash, previous_secret_expires_at) IN (0, 3))
);

CREATE INDEX iam_clients_development ON iam_clients (client_id) WHERE development;
