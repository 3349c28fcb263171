package io.iamplane.shared;

import java.util.Locale;
import java.util.Optional;

/**
 * Authenticator assurance level (NIST SP 800-63B, section 4), in rising order. A token carries it
 * as {@code acr}; a client_credentials token is {@link #AAL1}.
 */
public enum Aal {
  AAL1,
  AAL2,
  AAL3;

  /** The form on the wire: {@code aal1}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Aal> parse(String wire) {
    for (Aal aal : values()) {
      if (aal.wire().equals(wire)) {
        return Optional.of(aal);
      }
    }
    return Optional.empty();
  }
}
