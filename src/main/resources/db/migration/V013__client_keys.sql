-- Clients that prove themselves by signatures (private_key_jwt, RFC 7523): public keys take the place of
-- the secret. A client has the credential of its method, whole, and no other.
ALTER TABLE iam_clients
  ADD COLUMN auth_method text COLLATE "C" NOT NULL DEFAULT 'client_secret'
    CHECK (auth_method IN ('client_secret', 'private_key_jwt')),
  ADD COLUMN jwks jsonb,
  ALTER COLUMN secret_salt DROP NOT NULL,
  ALTER COLUMN secret_hash DROP NOT NULL,
  ADD CONSTRAINT iam_clients_credential_fits CHECK (
    CASE auth_method
      WHEN 'client_secret' THEN num_nonnulls(secret_salt, secret_hash) = 2 AND jwks IS NULL
      ELSE num_nonnulls(secret_salt, secret_hash, previous_secret_salt) = 0 AND jwks IS NOT NULL
    END);

-- Assertions that were used, so that none is used twice on any replica. Only SHA-256 of the jti is kept.
-- A row outlives its assertion by a minute and is then removed by later inserts.
CREATE TABLE iam_client_assertions (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  client_id        text COLLATE "C" NOT NULL,
  jti_hash         bytea NOT NULL CHECK (length(jti_hash) = 32),
  expires_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, client_id, jti_hash)
);

CREATE INDEX iam_client_assertions_by_expiry ON iam_client_assertions (expires_at);
