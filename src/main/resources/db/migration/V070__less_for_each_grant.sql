-- Grants are written by changes of their tenant, which have locked its version (or make it), and that refers to the organization.
-- Organizations are never deleted, and the service's role may not. One table in each migration: the lock of organizations is held for as long as its own lasts.
ALTER TABLE iam_grants DROP CONSTRAINT iam_grants_organization_id_fkey;
