-- Relations are written by changes of their tenant, which have locked its version (or make it), and that refers to the organization.
-- Organizations are never deleted, and the service's role may not. To look for it again with each row proved nothing.
ALTER TABLE iam_relations DROP CONSTRAINT iam_relations_organization_id_fkey;
