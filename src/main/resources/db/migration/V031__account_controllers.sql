-- Who made a client, or a credential of it, and those who control who did: whoever knows the secret can
-- do what the account can. Empty for what operators made.
ALTER TABLE iam_clients ADD COLUMN controllers text[] COLLATE "C" NOT NULL DEFAULT '{}';

CREATE INDEX iam_clients_by_controller ON iam_clients USING gin (controllers);
