-- Relations, grants and users are written by changes of their tenant, which have locked its version, and that refers to the
-- organization. Organizations are never deleted. To look for the organization again was a seventh of what a relation's row costs.
ALTER TABLE iam_relations DROP CONSTRAINT iam_relations_organization_id_fkey;
ALTER TABLE iam_grants DROP CONSTRAINT iam_grants_organization_id_fkey;
ALTER TABLE iam_users DROP CONSTRAINT iam_users_organization_id_fkey;
