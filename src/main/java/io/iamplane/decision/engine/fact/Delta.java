package io.iamplane.decision.engine.fact;

import java.util.List;

/**
 * The changes from one version of a tenant's policy to a later one.
 *
 * @param version the later version
 * @param changes in the order of their making
 */
public record Delta(long version, List<FactChange> changes) {

  public Delta {
    changes = List.copyOf(changes);
  }
}
