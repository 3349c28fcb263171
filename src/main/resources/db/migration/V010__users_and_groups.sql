-- People. They are named by their id or by the id that another system gave them.
CREATE TABLE iam_users (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  external_id      text COLLATE "C",
  email            text COLLATE "C",
  name             text NOT NULL,
  status           text NOT NULL CHECK (status IN ('active', 'suspended')),
  attributes       jsonb NOT NULL DEFAULT '{}',
  revision         bigint NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT iam_users_external_id_unique UNIQUE (organization_id, external_id)
);

CREATE TABLE iam_groups (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  key              text COLLATE "C" NOT NULL,
  external_id      text COLLATE "C",
  name             text NOT NULL,
  source           text COLLATE "C" NOT NULL,
  status           text NOT NULL CHECK (status IN ('active', 'revoked')),
  attributes       jsonb NOT NULL DEFAULT '{}',
  revision         bigint NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  revoked_at       timestamptz,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT iam_groups_key_unique UNIQUE (organization_id, key),
  CONSTRAINT iam_groups_external_id_unique UNIQUE (organization_id, external_id),
  CHECK ((status = 'revoked') = (revoked_at IS NOT NULL))
);

-- A member is a subject of any type, another group, or everyone of a type (id '*').
CREATE TABLE iam_group_members (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  group_id         uuid NOT NULL,
  member_type      text COLLATE "C" NOT NULL,
  member_id        text COLLATE "C" NOT NULL,
  condition        text,
  valid_from       timestamptz,
  valid_until      timestamptz,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (valid_from < valid_until),
  FOREIGN KEY (organization_id, group_id) REFERENCES iam_groups (organization_id, id),
  CONSTRAINT iam_group_members_unique UNIQUE (organization_id, group_id, member_type, member_id)
);

CREATE INDEX iam_group_members_by_member ON iam_group_members (organization_id, member_type, member_id);

-- Imported things of types that the directory does not own, with what conditions may read of them.
CREATE TABLE iam_objects (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  type             text COLLATE "C" NOT NULL CHECK (type NOT IN ('user', 'group', 'service_account')),
  id               text COLLATE "C" NOT NULL,
  name             text,
  status           text NOT NULL CHECK (status IN ('active', 'inactive')),
  attributes       jsonb NOT NULL DEFAULT '{}',
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, type, id)
);
