-- Rules of separation of duties: permissions that no one may hold together, or of which no one may hold more than some.
CREATE TABLE iam_duty_rules (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  id               uuid NOT NULL,
  name             text COLLATE "C" NOT NULL,
  permissions      text[] COLLATE "C" NOT NULL CHECK (cardinality(permissions) BETWEEN 2 AND 20),
  at_most          integer CHECK (at_most >= 1 AND at_most < cardinality(permissions)),
  mode             text COLLATE "C" NOT NULL CHECK (mode IN ('detect', 'enforce')),
  exceptions       jsonb NOT NULL,
  revision         bigint NOT NULL,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT iam_duty_rules_name UNIQUE (organization_id, name)
);
