package io.iamplane.leastprivilege.use;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where counting stands.
 *
 * @param readUntil no block of decisions that ends later was counted
 * @param countedFrom the first decision that was counted; null before there was one
 * @param decisions how many were counted in all
 * @param at when the last of them were counted
 */
public record UseState(UUID readUntil, @Nullable Instant countedFrom, long decisions, Instant at) {

  /** Whether all decisions since a moment were counted. */
  public boolean covers(Instant since) {
    return countedFrom != null && !countedFrom.isAfter(since);
  }
}
