package io.iamplane.governance.leastprivilege.use;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The progress of counting.
 *
 * @param readUntil blocks of decisions up to this one are counted
 * @param countedFrom the time of the first counted decision; null before there is one
 * @param at the time of the last count
 */
public record UseState(UUID readUntil, @Nullable Instant countedFrom, long decisions, Instant at) {

  /** Returns true if all decisions since a time were counted. */
  public boolean covers(Instant since) {
    return countedFrom != null && !countedFrom.isAfter(since);
  }
}
