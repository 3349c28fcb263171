-- Sessions of people who signed in. The secret is in the browser's cookie alone; only its SHA-256 is kept. ends_at is
-- the end by either limit, without use or at all, whichever comes first; a row is removed after it.
CREATE TABLE iam_sessions (
  id                uuid PRIMARY KEY,
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  user_id           uuid NOT NULL,
  secret_hash       bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  aal               text COLLATE "C" NOT NULL CHECK (aal IN ('aal1', 'aal2', 'aal3')),
  amr               text COLLATE "C" NOT NULL,
  policy_version    bigint NOT NULL,
  authenticated_at  timestamptz NOT NULL,
  used_at           timestamptz NOT NULL,
  ends_at           timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL CHECK (ends_at <= expires_at),
  FOREIGN KEY (organization_id, user_id) REFERENCES iam_users (organization_id, id)
);

CREATE INDEX iam_sessions_by_user ON iam_sessions (organization_id, user_id, id);
CREATE INDEX iam_sessions_by_end ON iam_sessions (ends_at);

-- Authorization codes, as their SHA-256. A row outlives its code for as long as a token that came of it may live, so
-- that a second use ends that token.
CREATE TABLE iam_authorization_codes (
  code_hash         bytea PRIMARY KEY CHECK (length(code_hash) = 32),
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  session_id        uuid NOT NULL,
  user_id           uuid NOT NULL,
  client_id         text COLLATE "C" NOT NULL,
  redirect_uri      text COLLATE "C" NOT NULL,
  challenge         text COLLATE "C" NOT NULL CHECK (length(challenge) = 43),
  scope             text COLLATE "C" NOT NULL,
  nonce             text COLLATE "C",
  expires_at        timestamptz NOT NULL,
  keep_until        timestamptz NOT NULL,
  used_at           timestamptz,
  token_jti         text COLLATE "C",
  reused_at         timestamptz
);

CREATE INDEX iam_authorization_codes_by_session ON iam_authorization_codes (session_id);
CREATE INDEX iam_authorization_codes_by_end ON iam_authorization_codes (keep_until);
