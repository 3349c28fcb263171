package io.iamplane.key.lifecycle;

import io.iamplane.shared.WireName;

public enum KeyStatus implements WireName {
  /** Published, not yet signing; one of each purpose stands by. */
  PENDING,
  /** Signs; at most one of a purpose. */
  ACTIVE,
  /** Verifies only, and has no private part any more. */
  OVERLAP,
  /** Out of the JWKS. Signatures of an audit key count all the same. */
  RETIRED,
  /** Out at once; everything that it signed is refused. */
  REVOKED
}
