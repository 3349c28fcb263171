package io.iamplane.decision.log;

import java.util.Set;
import java.util.UUID;

/**
 * The sink takes some decisions in no form, and has said so for the first time: who waits for them
 * must not be answered. Nothing was counted. The same flush, made again, is written without them.
 */
public final class DecisionsRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Set<UUID> ids;

  /**
   * Names what was refused.
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
