-- What stands behind a manifest's status: whether somebody has to approve it, compared with which
-- version (0: none was applied), and who decided.
ALTER TABLE iam_manifests
  ADD COLUMN requires_approval boolean NOT NULL DEFAULT false,
  ADD COLUMN base_version integer NOT NULL DEFAULT 0,
  ADD COLUMN decided_by text COLLATE "C",
  ADD COLUMN note text;

CREATE INDEX iam_manifests_by_status ON iam_manifests (organization_id, status, id);
CREATE INDEX iam_manifests_by_application ON iam_manifests (organization_id, application_key, status, id);
CREATE INDEX iam_roles_by_status ON iam_roles (organization_id, status, key);
DROP INDEX iam_roles_by_application;
CREATE INDEX iam_roles_by_application ON iam_roles (organization_id, application, status, key);
DROP INDEX iam_permissions_by_application;
CREATE INDEX iam_permissions_by_application ON iam_permissions (organization_id, application, key);
CREATE INDEX iam_permissions_by_status ON iam_permissions (organization_id, status, key);
