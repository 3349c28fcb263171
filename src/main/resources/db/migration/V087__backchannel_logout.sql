-- The applications that got tokens of a session, and want to hear of its end.
CREATE TABLE iam_session_clients (
  session_id        uuid NOT NULL REFERENCES iam_sessions (id) ON DELETE CASCADE,
  client_id         text COLLATE "C" NOT NULL,
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  PRIMARY KEY (session_id, client_id)
);

-- The logouts of which applications are to be notified (OpenID Connect Back-Channel Logout 1.0). A row is removed when the
-- application took it; one that was tried too often is dead, and removed after a week.
CREATE TABLE iam_logout_messages (
  id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  client_id         text COLLATE "C" NOT NULL,
  session_id        uuid NOT NULL,
  due_at            timestamptz NOT NULL DEFAULT '-infinity',
  tries             integer NOT NULL DEFAULT 0,
  dead_at           timestamptz
);

CREATE INDEX iam_logout_messages_by_due ON iam_logout_messages (organization_id, due_at) WHERE dead_at IS NULL;
CREATE INDEX iam_logout_messages_dead ON iam_logout_messages (dead_at) WHERE dead_at IS NOT NULL;

-- Whatever ends a session, its applications hear of it: in the same transaction, however many sessions end.
CREATE FUNCTION iam_notify_clients_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO iam_logout_messages (organization_id, client_id, session_id)
  VALUES (OLD.organization_id, OLD.client_id, OLD.session_id);
  RETURN NULL;
END
$$;

CREATE TRIGGER iam_session_clients_notify AFTER DELETE ON iam_session_clients
  FOR EACH ROW EXECUTE FUNCTION iam_notify_clients_of_session();
