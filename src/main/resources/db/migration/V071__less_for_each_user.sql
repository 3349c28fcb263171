-- Users are written by changes of their tenant, which have locked its version (or make it), and that refers to the organization.
-- Organizations are never deleted, and the service's role may not. What a user's row refers to is looked for once less.
ALTER TABLE iam_users DROP CONSTRAINT iam_users_organization_id_fkey;
