-- What an organization could take away without anyone missing it. Those that are being proved or were refuted are shown to no one.
CREATE TABLE iam_recommendations (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  id               uuid NOT NULL,
  type             text COLLATE "C" NOT NULL CHECK (type IN ('unused_grant', 'unused_permissions_of_role',
    'permanent_privileged', 'direct_permission', 'wide_role', 'duty_violation', 'inactive_subject',
    'duplicate_grant', 'shadowed_by_deny')),
  target           text COLLATE "C" NOT NULL,
  subject          text COLLATE "C",
  severity         text COLLATE "C" NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
  status           text COLLATE "C" NOT NULL CHECK (status IN ('proving', 'refuted', 'open', 'dismissed',
    'accepted', 'resolved')),
  evidence         jsonb NOT NULL,
  change           jsonb NOT NULL,
  proof            jsonb NOT NULL,
  reason           text COLLATE "C",
  decided_by       text COLLATE "C",
  decided_at       timestamptz,
  revision         bigint NOT NULL,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX iam_recommendations_standing ON iam_recommendations (organization_id, type, target)
  WHERE status IN ('proving', 'refuted', 'open', 'dismissed');

-- Whether no decision ever used the grant, as far as decisions were counted when the campaign opened.
ALTER TABLE iam_access_review_items ADD COLUMN never_used boolean NOT NULL DEFAULT false;
