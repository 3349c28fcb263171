-- Questions to the policy that an organization saved, each with the answer that it expects.
CREATE TABLE iam_policy_probes (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  id               uuid NOT NULL,
  name             text COLLATE "C" NOT NULL,
  question         jsonb NOT NULL,
  expected         text COLLATE "C" NOT NULL CHECK (expected IN ('allow', 'deny', 'step_up')),
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT iam_policy_probes_name UNIQUE (organization_id, name)
);
