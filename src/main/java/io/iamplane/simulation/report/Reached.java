package io.iamplane.simulation.report;

import io.iamplane.shared.WireName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a reading of the log came, the latest decisions first.
 *
 * @param from the first moment that was asked for
 * @param to the moment after the last
 * @param completeFrom every decision from this moment on was read
 * @param bound what ended it; null when it came to the end
 */
public record Reached(Instant from, Instant to, Instant completeFrom, @Nullable Bound bound) {

  /** What ends a reading of the log. */
  public enum Bound implements WireName {
    /** As many decisions as were asked for, or as one request may read. */
    DECISIONS,
    /** The time that one request may take, or its client left. */
    TIME
  }
}
