-- The token before the one that counts, and the time at which it was first used: a client whose answer was lost presents it
-- again.
ALTER TABLE iam_refresh_families
  ADD COLUMN previous_hash bytea CHECK (length(previous_hash) = 32),
  ADD COLUMN rotated_at timestamptz,
  ADD CHECK ((previous_hash IS NULL) = (rotated_at IS NULL));
