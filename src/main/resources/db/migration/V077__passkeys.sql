-- Links by which a person enrols a passkey: one of each person, so that a new link ends the one before. Only the SHA-256
-- of the secret is kept. Its use deletes the row.
CREATE TABLE iam_invitations (
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  user_id           uuid NOT NULL,
  secret_hash       bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  expires_at        timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id),
  FOREIGN KEY (organization_id, user_id) REFERENCES iam_users (organization_id, id)
);

-- Passkeys of people (Web Authentication, Level 3). credential is the attested credential data: the AAGUID, the credential
-- id and the public key. challenged_at is the time of the newest challenge that was answered; an older one counts no more.
CREATE TABLE iam_passkeys (
  id                uuid PRIMARY KEY,
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  user_id           uuid NOT NULL,
  credential_id     bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  credential        bytea NOT NULL,
  sign_count        bigint NOT NULL CHECK (sign_count >= 0),
  backup_eligible   boolean NOT NULL,
  backed_up         boolean NOT NULL,
  created_at        timestamptz NOT NULL,
  last_used_at      timestamptz,
  challenged_at     timestamptz NOT NULL,
  FOREIGN KEY (organization_id, user_id) REFERENCES iam_users (organization_id, id)
);

CREATE INDEX iam_passkeys_by_user ON iam_passkeys (organization_id, user_id, id);
