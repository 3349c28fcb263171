package io.iamplane.grant;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds whose declared attributes the condition of a grant reads. */
public final class GrantSchema {

  private GrantSchema() {}

  /**
   * The application that a grant is restricted to, else the one that its privilege belongs to;
   * empty for a role of the tenant, whose conditions read no declared attribute.
   */
  public static Optional<String> application(@Nullable String application, String privilegeKey) {
    if (application != null) {
      return Optional.of(application);
    }
    int colon = privilegeKey.indexOf(':');
    return colon < 0 ? Optional.empty() : Optional.of(privilegeKey.substring(0, colon));
  }
}
