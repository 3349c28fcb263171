-- The token before the one that counts, and the time at which it was first used: a client whose answer was lost presents it
-- again.
ALTER TABLE iam_refresh_families
  ADD COLUMN previous_hash bytea CHECK (length(previous_hash) = 32),
  ADD COLUMN rotated_at timestamptz,
  ADD CHECK ((previous_hash IS NULL) = (rotated_at IS NULL));

-- The OpenID provider of an organization. The secret is sealed; settings are the algorithm, the scopes and the rules about
-- claims.
CREATE TABLE iam_identity_providers (
  organization_id   uuid PRIMARY KEY REFERENCES iam_organizations (id),
  name              text NOT NULL,
  issuer            text COLLATE "C" NOT NULL,
  client_id         text COLLATE "C" NOT NULL,
  sealed_secret     bytea NOT NULL,
  settings          jsonb NOT NULL,
  revision          bigint NOT NULL,
  created_at        timestamptz NOT NULL
);

-- People at a provider, each bound to one person here. linked: the person was here before.
CREATE TABLE iam_federated_identities (
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  issuer            text COLLATE "C" NOT NULL,
  subject           text COLLATE "C" NOT NULL,
  user_id           uuid NOT NULL,
  linked            boolean NOT NULL,
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (organization_id, issuer, subject),
  UNIQUE (organization_id, user_id),
  FOREIGN KEY (organization_id, user_id) REFERENCES iam_users (organization_id, id)
);

-- The memberships that came of claims, and go when the claims do.
CREATE TABLE iam_federated_members (
  organization_id   uuid NOT NULL,
  member_id         uuid NOT NULL,
  user_id           uuid NOT NULL,
  PRIMARY KEY (organization_id, member_id),
  FOREIGN KEY (organization_id, member_id) REFERENCES iam_group_members (organization_id, id) ON DELETE CASCADE
);

CREATE INDEX iam_federated_members_by_user ON iam_federated_members (organization_id, user_id);
