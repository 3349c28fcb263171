package io.iamplane.decision.engine.fact;

import io.iamplane.shared.Aal;
import org.jspecify.annotations.Nullable;

/**
 * A permission of an application's catalogue.
 *
 * @param key the full key, {@code app:key}; the part before the colon must be the application
 * @param action the name under which AuthZEN asks for it
 * @param relation the relation or permission of the model, on {@code resourceType}, that allows it
 * @param requiredAal an allowed request below this is answered with step-up
 */
public record PermissionFact(
    String key,
    String application,
    @Nullable String resourceType,
    @Nullable String action,
    @Nullable String relation,
    Risk risk,
    Aal requiredAal)
    implements Fact {

  /** In rising order. */
  public enum Risk {
    LOW,
    MEDIUM,
    HIGH,
    CRITICAL
  }

  public PermissionFact {
    if (!key.startsWith(application + ":")) {
      throw new IllegalArgumentException("'" + key + "' is not a key of '" + application + "'");
    }
  }
}
