package io.iamplane.anomaly;

import java.time.Instant;
import java.util.List;

/**
 * Something unusual.
 *
 * @param subject whose; {@link #ORGANIZATION} for all together
 * @param score how unlikely it is by the past, as a negative decimal logarithm, at most 30; those
 *     of different types can be compared
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
