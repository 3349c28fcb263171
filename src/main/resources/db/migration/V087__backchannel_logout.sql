-- The applications that got tokens of a session.
CREATE TABLE iam_session_clients (
  session_id        uuid NOT NULL REFERENCES iam_sessions (id) ON DELETE CASCADE,
  client_id         text COLLATE "C" NOT NULL,
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  PRIMARY KEY (session_id, client_id)
);

-- The ends of sessions of which applications are to be notified (OpenID Connect Back-Channel Logout 1.0). A row is
-- removed when the application took it, or after six hours.
CREATE TABLE iam_logout_messages (
  id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  client_id         text COLLATE "C" NOT NULL,
  session_id        uuid NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now(),
  due_at            timestamptz NOT NULL DEFAULT '-infinity',
  tries             integer NOT NULL DEFAULT 0
);

CREATE INDEX iam_logout_messages_by_due ON iam_logout_messages (organization_id, due_at);
CREATE INDEX iam_logout_messages_by_age ON iam_logout_messages (created_at);

-- Whatever ends a session, its applications are notified: in the same transaction, however many sessions end.
CREATE FUNCTION iam_notify_clients_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO iam_logout_messages (organization_id, client_id, session_id)
  VALUES (OLD.organization_id, OLD.client_id, OLD.session_id);
  RETURN NULL;
END
$$;

-- The function finds the table of this schema, whatever search path and temporary tables its session has.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION iam_notify_clients_of_session() SET search_path = %I, pg_temp', current_schema());
END
$$;

CREATE TRIGGER iam_session_clients_notify AFTER DELETE ON iam_session_clients
  FOR EACH ROW EXECUTE FUNCTION iam_notify_clients_of_session();
