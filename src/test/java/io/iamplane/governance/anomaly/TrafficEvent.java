package io.iamplane.governance.anomaly;

import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A decision or a change in generated traffic.
 *
 * @param resource the resource of the decision; null for a change
 * @param attack the attack that the event belongs to; null for ordinary traffic
 */
record TrafficEvent(
    Instant at,
    Kind kind,
    String subject,
    String permission,
    @Nullable String resource,
    Result result,
    @Nullable AttackFamily attack) {

  static final Comparator<TrafficEvent> IN_TIME =
      Comparator.comparing(TrafficEvent::at)
          .thenComparing(TrafficEvent::subject)
          .thenComparing(TrafficEvent::permission)
          .thenComparing(event -> String.valueOf(event.resource()));

  enum Kind {
    DECISION,
    CHANGE
  }

  enum Result {
    PERMIT,
    DENY,
    /** Denied because a dependency was down: says nothing about the subject. */
    UNAVAILABLE
  }
}
