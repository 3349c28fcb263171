-- The applications of an organization that wait are found by one step each, whatever the number of their messages. Before
-- the change below, whose lock keeps readers waiting until the end.
CREATE INDEX iam_logout_messages_by_client ON iam_logout_messages (organization_id, client_id, due_at);

-- The methods and the time of the sign-in that a code came of, since another one may renew the session before the code
-- is redeemed. A code of an earlier version has no methods: those of its session count, and its time.
ALTER TABLE iam_authorization_codes
  ADD COLUMN amr text COLLATE "C",
  ADD COLUMN authenticated_at timestamptz;
