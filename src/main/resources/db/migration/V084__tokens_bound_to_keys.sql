-- The key that a code or a family of refresh tokens is bound to (DPoP, RFC 9449): the SHA-256 of its JWK in base64url
-- (RFC 7638). Null for none.
ALTER TABLE iam_authorization_codes
  ADD COLUMN key_thumbprint text COLLATE "C" CHECK (key_thumbprint ~ '^[A-Za-z0-9_-]{43}$');

ALTER TABLE iam_refresh_families
  ADD COLUMN key_thumbprint text COLLATE "C" CHECK (key_thumbprint ~ '^[A-Za-z0-9_-]{43}$');

-- Clients that get no token without a proof.
ALTER TABLE iam_clients
  ADD COLUMN dpop_bound_access_tokens boolean NOT NULL DEFAULT false;
