-- Families of refresh tokens: one row for a family, whatever the number of its tokens. A token is a handle, the same for
-- the whole family, and a secret, which changes with each use; the row has the SHA-256 of both, so that an older token of
-- the family is known as one. A family ends with its session.
CREATE TABLE iam_refresh_families (
  handle_hash       bytea PRIMARY KEY CHECK (length(handle_hash) = 32),
  id                uuid NOT NULL,
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  session_id        uuid NOT NULL REFERENCES iam_sessions (id) ON DELETE CASCADE,
  user_id           uuid NOT NULL,
  client_id         text COLLATE "C" NOT NULL,
  scope             text COLLATE "C" NOT NULL,
  code_hash         bytea NOT NULL CHECK (length(code_hash) = 32),
  secret_hash       bytea NOT NULL CHECK (length(secret_hash) = 32)
);

CREATE INDEX iam_refresh_families_by_session ON iam_refresh_families (session_id, client_id, id);
CREATE INDEX iam_refresh_families_by_code ON iam_refresh_families (code_hash);
