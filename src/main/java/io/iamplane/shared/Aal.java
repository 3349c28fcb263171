package io.iamplane.shared;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/**
 * Authenticator assurance level (NIST SP 800-63B, section 4), in rising order. A token carries it
 * as {@code acr}; a client_credentials token is {@link #AAL1}.
 */
public enum Aal implements WireName {
  AAL1,
  AAL2,
  AAL3;

  // Said again here because the OpenAPI scanner looks at the enum alone.
  @Override
  @JsonValue
  public String wire() {
    return WireName.super.wire();
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
