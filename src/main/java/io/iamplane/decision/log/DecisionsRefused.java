package io.iamplane.decision.log;

import java.util.Set;
import java.util.UUID;

/**
 * Thrown by a sink that takes some decisions in no form, once for each of them: answers that wait
 * for them must be withdrawn. Nothing was counted. The same flush, made again, is written without
 * them.
 */
public final class DecisionsRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Set<UUID> ids;

  /**
   * Names the refused decisions.
   *
   * @param ids of the decisions
   */
  public DecisionsRefused(Set<UUID> ids) {
    super(ids.size() + " decisions are refused");
    this.ids = ids;
  }

  Set<UUID> ids() {
    return ids;
  }
}
