package io.iamplane.shared;

import java.util.Optional;

/**
 * Authenticator assurance level (NIST SP 800-63B, section 4), in rising order. A token carries it
 * as {@code acr}; a client_credentials token is {@link #AAL1}.
 */
public enum Aal implements WireName {
  AAL1,
  AAL2,
  AAL3;

  public static Optional<Aal> parse(String wire) {
    return WireName.find(Aal.class, wire);
  }
}
