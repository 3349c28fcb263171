-- Machines that act: each belongs to one organization.
CREATE TABLE iam_service_accounts (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  external_id      text COLLATE "C",
  name             text NOT NULL,
  status           text NOT NULL CHECK (status IN ('active', 'suspended')),
  attributes       jsonb NOT NULL DEFAULT '{}',
  revision         bigint NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT iam_service_accounts_external_id_unique UNIQUE (organization_id, external_id)
);
