-- A search passes over the terms of whom an earlier term of their own has found already. In an order by
-- term alone those lie together (the addresses of all who are called alike), and a page that meets them
-- reads them all. So terms lie in as many ordered lists as they can share characters with the one before:
-- a search for n characters merges the lists of less than n, none of which holds a term to pass over.
ALTER TABLE iam_user_terms ADD COLUMN slot text COLLATE "C";

UPDATE iam_user_terms t SET slot = status || ':' || (
  SELECT count(*) FROM generate_series(1, 8) n
  WHERE length(t.previous) >= n AND left(t.term, n) = left(t.previous, n));

ALTER TABLE iam_user_terms
  ALTER COLUMN slot SET NOT NULL,
  DROP CONSTRAINT iam_user_terms_pkey,
  ADD PRIMARY KEY (organization_id, slot, term, user_id),
  DROP COLUMN status;
