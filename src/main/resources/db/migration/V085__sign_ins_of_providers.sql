-- A provider need not say when the person authenticated. An unknown time is no recent one.
ALTER TABLE iam_sessions ALTER COLUMN authenticated_at DROP NOT NULL;

-- The name of the latest access token of a family: a client that lost the answer with it asks again, which ends it.
ALTER TABLE iam_refresh_families ADD COLUMN token_jti text COLLATE "C";

-- A public client at a provider has no secret.
ALTER TABLE iam_identity_providers ALTER COLUMN sealed_secret DROP NOT NULL;

-- A provider that goes is closed first: no one signs in by it while what came of it is taken away, in many changes.
ALTER TABLE iam_identity_providers ADD COLUMN closing boolean NOT NULL DEFAULT false;
