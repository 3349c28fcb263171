package io.iamplane.governance.anomaly;

import java.time.Instant;
import java.util.List;

/**
 * An unusual event.
 *
 * @param subject the one concerned; {@link #ORGANIZATION} for all together
 * @param score the improbability by the past, as a negative decimal logarithm, at most 30;
 *     comparable between types
 * @param reasons at most three, the strongest first
 */
public record Signal(
    SignalType type, String subject, Instant at, double score, List<String> reasons) {

  /** Stands for all subjects together. */
  public static final String ORGANIZATION = "*";

  public Signal {
    reasons = List.copyOf(reasons);
  }
}
