package io.iamplane.decision.engine.fact;

import java.util.List;

/**
 * What leads from one version of a tenant's policy to a later one.
 *
 * @param version the version that it leads to
 * @param changes in the order in which they were made
 */
public record Delta(long version, List<FactChange> changes) {

  public Delta {
    changes = List.copyOf(changes);
  }
}
