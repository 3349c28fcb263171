package io.iamplane.decision.engine.fact;

import java.util.List;

/**
 * The changes, in the order of their making, from one version of a tenant's policy to a later one.
 */
public record Delta(long version, List<FactChange> changes) {

  public Delta {
    changes = List.copyOf(changes);
  }
}
