-- Who holds which role or permission, with what effect, where, when and under which condition.
CREATE TABLE iam_grants (
  id                   uuid NOT NULL,
  organization_id      uuid NOT NULL REFERENCES iam_organizations (id),
  subject_type         text COLLATE "C" NOT NULL,
  subject_id           text COLLATE "C" NOT NULL,
  privilege_type       text NOT NULL CHECK (privilege_type IN ('role', 'permission')),
  privilege_key        text COLLATE "C" NOT NULL,
  effect               text NOT NULL CHECK (effect IN ('permit', 'deny')),
  application          text COLLATE "C",
  resource_type        text COLLATE "C",
  resource_id          text COLLATE "C",
  condition            text,
  valid_from           timestamptz,
  valid_until          timestamptz,
  activation_required  boolean NOT NULL DEFAULT false,
  activated_at         timestamptz,
  status               text NOT NULL CHECK (status IN ('active', 'revoked', 'suspended')),
  source               text NOT NULL,
  justification        text,
  revision             bigint NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (valid_from < valid_until),
  CHECK ((resource_type IS NULL) = (resource_id IS NULL))
);

CREATE INDEX iam_grants_by_subject ON iam_grants (organization_id, subject_type, subject_id);
CREATE INDEX iam_grants_by_privilege ON iam_grants (organization_id, privilege_key);
