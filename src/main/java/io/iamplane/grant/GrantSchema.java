package io.iamplane.grant;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the application of the declared attributes that a grant's condition reads. */
public final class GrantSchema {

  private GrantSchema() {}

  /**
   * Returns the application that a grant is restricted to, else that of its privilege; empty for a
   * role of the tenant: its conditions read no declared attribute.
   */
  public static Optional<String> application(@Nullable String application, String privilegeKey) {
    if (application != null) {
      return Optional.of(application);
    }
    int colon = privilegeKey.indexOf(':');
    return colon < 0 ? Optional.empty() : Optional.of(privilegeKey.substring(0, colon));
  }
}
