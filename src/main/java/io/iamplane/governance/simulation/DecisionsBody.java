package io.iamplane.governance.simulation;

import io.iamplane.governance.simulation.recorded.RecordedWindow;
import io.iamplane.shared.IamException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The recorded decisions to read, the latest first.
 *
 * @param from the beginning; seven days before the end by default
 * @param to the end, exclusive; now by default
 * @param application the key of their application; all by default
 * @param limit the number after which, or soon after, reading ends, so that another request can
 *     continue
 */
@RegisterForReflection
public record DecisionsBody(
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable @Size(min = 1, max = 63) @Schema(examples = "warehouse") String application,
    @Nullable @Min(0) Long limit) {

  static final String EXAMPLE = "{\"application\": \"warehouse\", \"limit\": 100000}";

  private static final Duration DEFAULT = Duration.ofDays(7);

  /** The default retention of decisions. */
  private static final Duration LONGEST = Duration.ofDays(100);

  /** Decisions that one simulation reads; another one goes on from {@code complete_from}. */
  private static final long MOST = 1_000_000;

  private static final Instant FIRST = Instant.parse("1971-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  static final DecisionsBody ALL = new DecisionsBody(null, null, null, null);

  /** Returns the window to read; VALIDATION naming the place. */
  RecordedWindow window(Instant now) {
    requireUsual("decisions.from", from);
    requireUsual("decisions.to", to);
    Instant end = to == null ? now : to;
    Instant start = from == null ? end.minus(DEFAULT) : from;
    if (!start.isBefore(end)) {
      throw IamException.validation("decisions.from", "must be earlier than 'decisions.to'");
    }
    if (Duration.between(start, end).compareTo(LONGEST) > 0) {
      throw IamException.validation(
          "decisions.from", "must be at most 100 days before 'decisions.to'");
    }
    return new RecordedWindow(
        start, end, application, limit == null ? MOST : Math.min(limit, MOST));
  }

  /** Times beyond these cannot be computed with. */
  private static void requireUsual(String place, @Nullable Instant time) {
    if (time != null && (time.isBefore(FIRST) || time.isAfter(LAST))) {
      throw IamException.validation(place, "must be a time in the years 1971 to 9999");
    }
  }
}
