-- How people sign in to an application, apart from its manifest, which may have a megabyte: each request of a sign-in
-- reads it. A trigger keeps it, so that a replica of an earlier version, too, changes it with the manifest. One larger
-- than a manifest may have now counts as none.
ALTER TABLE iam_applications ADD COLUMN auth jsonb;

CREATE FUNCTION iam_application_auth() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.auth := (SELECT m.content -> 'auth' FROM iam_manifests m
    WHERE m.organization_id = NEW.organization_id AND m.application_key = NEW.key
      AND m.version = NEW.manifest_version AND octet_length((m.content -> 'auth')::text) <= 16384);
  RETURN NEW;
END
$$;

-- The function finds the tables of this schema, whatever search path and temporary tables its session has.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION iam_application_auth() SET search_path = %I, pg_temp', current_schema());
END
$$;

CREATE TRIGGER iam_applications_auth BEFORE INSERT OR UPDATE OF manifest_version ON iam_applications
  FOR EACH ROW EXECUTE FUNCTION iam_application_auth();

UPDATE iam_applications SET manifest_version = manifest_version;

-- The version of the policy at which a code was made, and a family with it: a later version that ended all tokens of
-- the client ends it, too. The level is that of the session when the code was made, since the session may get a higher
-- one; the lowest for what a replica of an earlier version makes.
ALTER TABLE iam_authorization_codes
  ADD COLUMN policy_version bigint NOT NULL DEFAULT 0,
  ADD COLUMN aal text COLLATE "C" NOT NULL DEFAULT 'aal1';
-- A family has the limit that its session had when it began; one of an earlier version has that of its session alone.
ALTER TABLE iam_refresh_families
  ADD COLUMN policy_version bigint NOT NULL DEFAULT 0,
  ADD COLUMN aal text COLLATE "C" NOT NULL DEFAULT 'aal1',
  ADD COLUMN expires_at timestamptz;

-- The level of a session has not changed before this version.
UPDATE iam_refresh_families f SET aal = s.aal FROM iam_sessions s WHERE s.id = f.session_id;

-- Each kind of client has room of its own; earlier versions know the panel alone.
ALTER TABLE iam_pushed_requests
  ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'panel' CHECK (kind IN ('panel', 'public', 'confidential')),
  ADD COLUMN organization_id uuid;
