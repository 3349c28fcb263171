package io.iamplane.governance.simulation.recorded;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A window of at most {@code most} recorded decisions, {@code to} exclusive; of all applications if
 * {@code application} is null.
 */
public record RecordedWindow(Instant from, Instant to, @Nullable String application, long most) {

  /** Returns true if the window has a decision's time, regardless of its application. */
  boolean covers(Instant time) {
    return !time.isBefore(from) && time.isBefore(to);
  }

  boolean has(RecordedDecision decision) {
    return covers(decision.at())
        && (application == null || application.equals(decision.application()));
  }
}
