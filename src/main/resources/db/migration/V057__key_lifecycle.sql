-- The life of signing keys, held by the database too: one key of a purpose stands by, no key signs before verifiers can
-- know it (300 s that they may keep the JWKS, and 60 s) unless a revocation forced it to, and no state leads back.
ALTER TABLE iam_signing_keys
  ADD COLUMN activated_early boolean NOT NULL DEFAULT false,
  -- The very first key signs in the moment in which it is published.
  ADD CONSTRAINT iam_signing_keys_published_first CHECK (
    activated_at IS NULL OR activated_early OR activated_at <= published_at
    OR extract(epoch FROM activated_at - published_at) >= 360);

CREATE UNIQUE INDEX iam_signing_keys_one_pending ON iam_signing_keys (purpose) WHERE status = 'pending';

CREATE FUNCTION iam_signing_keys_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
      ('pending', 'active'), ('active', 'overlap'), ('overlap', 'retired'),
      ('pending', 'revoked'), ('active', 'revoked'), ('overlap', 'revoked'), ('retired', 'revoked')) THEN
    RAISE EXCEPTION 'iam_signing_keys: a key that is % cannot become %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER iam_signing_keys_step BEFORE UPDATE OF status ON iam_signing_keys
  FOR EACH ROW EXECUTE FUNCTION iam_signing_keys_step();
