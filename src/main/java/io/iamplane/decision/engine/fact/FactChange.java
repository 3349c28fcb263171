package io.iamplane.decision.engine.fact;

import org.jspecify.annotations.Nullable;

/**
 * One fact made, replaced or removed, with its full images.
 *
 * @param before null when made; else equal to the fact in the snapshot
 * @param after null when removed
 */
public record FactChange(@Nullable Fact before, @Nullable Fact after) {

  public FactChange {
    if (before == null && after == null) {
      throw new IllegalArgumentException("a change must have a before or an after");
    }
  }

  public static FactChange added(Fact fact) {
    return new FactChange(null, fact);
  }

  public static FactChange removed(Fact fact) {
    return new FactChange(fact, null);
  }
}
