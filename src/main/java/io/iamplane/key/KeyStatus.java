package io.iamplane.key;

import io.iamplane.shared.WireName;

/** The life of a signing key. */
enum KeyStatus implements WireName {
  /** Published, not yet signing. */
  PENDING,
  /** Signs; at most one of a purpose. */
  ACTIVE,
  /** Verifies only. */
  OVERLAP,
  /** Out of the JWKS, private part destroyed. */
  RETIRED,
  /** Out at once; everything that it signed is refused. */
  REVOKED
}
