-- Keys that sign tokens and audit checkpoints. public_key is the SubjectPublicKeyInfo (RFC 5280); the
-- private part is sealed under a data key that the provider wraps, and both are bound to the row.
CREATE TABLE iam_signing_keys (
  kid                   text COLLATE "C" PRIMARY KEY,
  purpose               text COLLATE "C" NOT NULL,
  alg                   text COLLATE "C" NOT NULL,
  status                text COLLATE "C" NOT NULL,
  public_key            bytea NOT NULL,
  sealed_private        bytea,
  wrapped_data_key      bytea,
  seal_version          integer NOT NULL DEFAULT 1 CHECK (seal_version > 0),
  provider              text COLLATE "C",
  provider_key_version  text COLLATE "C",
  published_at          timestamptz NOT NULL,
  activated_at          timestamptz,
  superseded_at         timestamptz,
  retired_at            timestamptz,
  revoked_at            timestamptz,
  CONSTRAINT iam_signing_keys_algorithm CHECK (
    (purpose = 'token' AND alg = 'ES256') OR (purpose = 'audit' AND alg = 'Ed25519')),
  CONSTRAINT iam_signing_keys_status CHECK (
    status IN ('pending', 'active', 'overlap', 'retired', 'revoked')),
  -- The private part, its wrapped data key and who wrapped it are there together or not at all.
  CONSTRAINT iam_signing_keys_sealed_whole CHECK (
    num_nonnulls(sealed_private, wrapped_data_key, provider, provider_key_version) IN (0, 4)),
  -- What signs, or is about to, can sign; what never signs again has no private part.
  CONSTRAINT iam_signing_keys_private_part CHECK (
    CASE status
      WHEN 'pending' THEN sealed_private IS NOT NULL
      WHEN 'active' THEN sealed_private IS NOT NULL
      WHEN 'retired' THEN sealed_private IS NULL
      WHEN 'revoked' THEN sealed_private IS NULL
      ELSE true
    END),
  CONSTRAINT iam_signing_keys_times CHECK (
    (status <> 'pending' OR activated_at IS NULL)
    AND (status NOT IN ('active', 'overlap') OR activated_at IS NOT NULL)
    AND ((status = 'overlap') <= (superseded_at IS NOT NULL))
    AND ((status = 'retired') = (retired_at IS NOT NULL))
    AND ((status = 'revoked') = (revoked_at IS NOT NULL))
    AND activated_at >= published_at
    AND superseded_at >= activated_at)
);

CREATE UNIQUE INDEX iam_signing_keys_one_active ON iam_signing_keys (purpose) WHERE status = 'active';
