package io.iamplane.simulation;

import io.iamplane.simulation.recorded.RecordedDecision;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Some of the recorded decisions.
 *
 * @param from the first moment
 * @param to the moment after the last
 * @param application whose; null for all
 * @param most how many are read
 */
record RecordedWindow(Instant from, Instant to, @Nullable String application, long most) {

  /** Whether it is of that time, whatever its application. */
  boolean covers(RecordedDecision decision) {
    return !decision.at().isBefore(from) && decision.at().isBefore(to);
  }

  boolean has(RecordedDecision decision) {
    return covers(decision) && (application == null || application.equals(decision.application()));
  }
}
