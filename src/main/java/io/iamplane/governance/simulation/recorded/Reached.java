package io.iamplane.governance.simulation.recorded;

import io.iamplane.shared.WireName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The progress of reading the log, the latest decisions first.
 *
 * @param to the end, exclusive
 * @param completeFrom every decision since this time was read
 * @param bound the limit that ended it; null if it reached the beginning
 * @param decisions the number of decisions that were read, without those that cannot be
 */
public record Reached(
    Instant from, Instant to, Instant completeFrom, @Nullable Bound bound, long decisions) {

  public enum Bound implements WireName {
    /** The number of decisions requested, or allowed for one request. */
    DECISIONS,
    /** The time that one request may take, or its client left. */
    TIME
  }
}
