-- Requests for roles. The steps are those of the role when it was asked for, with what approvers decided.
CREATE TABLE iam_access_requests (
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  id                uuid NOT NULL,
  requester         text COLLATE "C" NOT NULL,
  role_key          text COLLATE "C" NOT NULL,
  justification     text COLLATE "C",
  duration          text COLLATE "C" NOT NULL,
  status            text COLLATE "C" NOT NULL
    CHECK (status IN ('pending', 'approved', 'rejected', 'cancelled', 'expired')),
  steps             jsonb NOT NULL,
  step              integer NOT NULL,
  current_approver  text COLLATE "C" NOT NULL,
  expires_at        timestamptz NOT NULL,
  grant_id          uuid,
  decided_at        timestamptz,
  revision          bigint NOT NULL,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX iam_access_requests_pending ON iam_access_requests (organization_id, requester, role_key)
  WHERE status = 'pending';
CREATE INDEX iam_access_requests_waiting ON iam_access_requests (organization_id, current_approver, id)
  WHERE status = 'pending';
CREATE INDEX iam_access_requests_own ON iam_access_requests (organization_id, requester, id);
