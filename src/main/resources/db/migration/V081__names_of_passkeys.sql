ALTER TABLE iam_passkeys ADD COLUMN name text COLLATE "C" CHECK (length(name) BETWEEN 1 AND 100);
