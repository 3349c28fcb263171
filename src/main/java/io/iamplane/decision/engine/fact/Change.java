package io.iamplane.decision.engine.fact;

import org.jspecify.annotations.Nullable;

/**
 * One fact made, replaced or removed, with its full images.
 *
 * @param before null when made; else exactly what the snapshot holds
 * @param after null when removed
 */
public record Change(@Nullable Fact before, @Nullable Fact after) {

  public Change {
    if (before == null && after == null) {
      throw new IllegalArgumentException("a change has a before or an after");
    }
  }

  public static Change added(Fact fact) {
    return new Change(null, fact);
  }

  public static Change removed(Fact fact) {
    return new Change(fact, null);
  }
}
