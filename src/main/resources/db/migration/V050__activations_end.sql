-- Until when an activation of a dormant grant lasts; null: as long as the grant, as before this column.
ALTER TABLE iam_grants ADD COLUMN activated_until timestamptz;
