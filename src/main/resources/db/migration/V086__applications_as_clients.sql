-- How people sign in to an application, apart from the rest of its manifest: each request of a sign-in reads it.
ALTER TABLE iam_manifests ADD COLUMN auth jsonb GENERATED ALWAYS AS (content -> 'auth') STORED;

-- The version of the policy at which a code was made, and a family with it. A later version that ended all tokens of
-- the client ends it, too.
ALTER TABLE iam_authorization_codes ADD COLUMN policy_version bigint NOT NULL DEFAULT 0;
ALTER TABLE iam_refresh_families ADD COLUMN policy_version bigint NOT NULL DEFAULT 0;
CREATE INDEX iam_refresh_families_by_client ON iam_refresh_families (client_id, policy_version);
