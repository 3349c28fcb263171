-- What an application's manifest declares. What a manifest no longer declares is deprecated, never
-- deleted: the engine does not know it, and its history can still be read.
CREATE TABLE iam_applications (
  id                  uuid NOT NULL,
  organization_id     uuid NOT NULL REFERENCES iam_organizations (id),
  key                 text COLLATE "C" NOT NULL CHECK (key NOT IN ('iam', 'platform')),
  name                text NOT NULL,
  type                text,
  risk_level          text NOT NULL CHECK (risk_level IN ('low', 'medium', 'high', 'critical')),
  status              text NOT NULL CHECK (status IN ('active', 'suspended')),
  manifest_version    integer NOT NULL,
  types               jsonb NOT NULL,
  attributes          jsonb NOT NULL,
  -- Whom the tokens of the application's own client stand for.
  service_account_id  uuid,
  revision            bigint NOT NULL DEFAULT 1,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT iam_applications_key_unique UNIQUE (organization_id, key),
  FOREIGN KEY (organization_id, service_account_id) REFERENCES iam_service_accounts (organization_id, id)
);

CREATE TABLE iam_manifests (
  id                uuid NOT NULL,
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  application_key   text COLLATE "C" NOT NULL,
  version           integer NOT NULL,
  status            text NOT NULL CHECK (status IN
    ('submitted', 'validated', 'pending_approval', 'approved', 'applied', 'rolled_back', 'rejected')),
  content           jsonb NOT NULL,
  content_hash      bytea NOT NULL CHECK (length(content_hash) = 32),
  submitted_by      text COLLATE "C" NOT NULL,
  revision          bigint NOT NULL DEFAULT 1,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT iam_manifests_version_unique UNIQUE (organization_id, application_key, version)
);

CREATE TABLE iam_permissions (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  key              text COLLATE "C" NOT NULL,
  application      text COLLATE "C" NOT NULL,
  label            text,
  description      text,
  resource         text COLLATE "C",
  action           text COLLATE "C",
  relation         text COLLATE "C",
  risk             text NOT NULL CHECK (risk IN ('low', 'medium', 'high', 'critical')),
  required_aal     text NOT NULL CHECK (required_aal IN ('aal1', 'aal2', 'aal3')),
  status           text NOT NULL CHECK (status IN ('active', 'deprecated')),
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, key)
);

CREATE INDEX iam_permissions_by_application ON iam_permissions (organization_id, application);

-- Roles of applications (app:key), and the tenant's own, which belong to no application.
CREATE TABLE iam_roles (
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  key               text COLLATE "C" NOT NULL,
  application       text COLLATE "C",
  label             text NOT NULL,
  -- Full keys, and patterns such as warehouse:stock.*
  permissions       text[] COLLATE "C" NOT NULL,
  includes          text[] COLLATE "C" NOT NULL,
  privileged        boolean NOT NULL DEFAULT false,
  break_glass       boolean NOT NULL DEFAULT false,
  self_requestable  boolean NOT NULL DEFAULT false,
  request           jsonb NOT NULL DEFAULT '{}',
  status            text NOT NULL CHECK (status IN ('active', 'deprecated')),
  revision          bigint NOT NULL DEFAULT 1,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (organization_id, key)
);

CREATE INDEX iam_roles_by_application ON iam_roles (organization_id, application);
