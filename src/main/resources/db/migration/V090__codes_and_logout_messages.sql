-- The methods and the time of the sign-in that a code came of, since another one may renew the session before the code
-- is redeemed. A code of an earlier version has no methods: those of its session count, and its time.
ALTER TABLE iam_authorization_codes
  ADD COLUMN amr text COLLATE "C",
  ADD COLUMN authenticated_at timestamptz;
