package io.iamplane.key;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The life of a signing key. */
public enum KeyStatus {
  /** Published, not yet signing. */
  PENDING,
  /** Signs; at most one of a purpose. */
  ACTIVE,
  /** Verifies only. */
  OVERLAP,
  /** Out of the JWKS, private part destroyed. */
  RETIRED,
  /** Out at once; everything that it signed is refused. */
  REVOKED;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static KeyStatus parse(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
