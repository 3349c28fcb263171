package io.iamplane.shared.metric;

import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.Parameters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A period of counts, in whole intervals: 200 at most, of the shortest length that allows that and
 * with counts still kept. A requested period is widened to them.
 *
 * @param to the end, exclusive
 * @param interval the length of one point of a series
 */
public record MetricsWindow(Instant from, Instant to, Duration interval) {

  static final Duration LONGEST = Duration.ofDays(92);

  private static final Duration USUAL = Duration.ofDays(30);
  private static final int POINTS = 200;

  /** A margin, so that counts of a step are still kept while they are read. */
  private static final Duration SLACK = Duration.ofHours(1);

  private static final List<Duration> INTERVALS =
      List.of(
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(15),
          Duration.ofHours(1),
          Duration.ofHours(3),
          Duration.ofHours(6),
          Duration.ofDays(1));

  /**
   * Reads the parameters {@code from} and {@code to}; without them the last 30 days.
   *
   * @throws IamException VALIDATION naming the one at fault
   */
  public static MetricsWindow of(@Nullable String from, @Nullable String to, Instant now) {
    Instant end = Parameters.time("to", to);
    Instant last = end == null ? now : end;
    Instant begin = Parameters.time("from", from);
    Instant first = begin == null ? last.minus(USUAL) : begin;
    if (!first.isBefore(last)) {
      throw IamException.validation("to", "must be later than 'from'");
    }
    if (Duration.between(first, last).compareTo(LONGEST) > 0) {
      throw IamException.validation(
          "from", "must be at most " + LONGEST.toDays() + " days before 'to'");
    }
    return INTERVALS.stream()
        .filter(each -> isKept(each, first, now))
        .map(each -> new MetricsWindow(floor(first, each), ceiling(last, each), each))
        .filter(window -> window.points() <= POINTS)
        .findFirst()
        .orElseThrow();
  }

  public int points() {
    return (int) Duration.between(from, to).dividedBy(interval);
  }

  /** The longest step that the window and its intervals are whole steps of. */
  public CountStep step() {
    return CountStep.of(interval);
  }

  /** Days are kept longer than any window is long. */
  private static boolean isKept(Duration interval, Instant first, Instant now) {
    CountStep step = CountStep.of(interval);
    return step == CountStep.DAY || first.isAfter(now.minus(step.kept()).plus(SLACK));
  }

  /** The beginning of the step that a moment is in. */
  public static Instant floor(Instant moment, Duration step) {
    long seconds = step.toSeconds();
    return Instant.ofEpochSecond(Math.floorDiv(moment.getEpochSecond(), seconds) * seconds);
  }

  /** The end of the step that a moment is in, or the moment itself when it begins one. */
  public static Instant ceiling(Instant moment, Duration step) {
    Instant floor = floor(moment, step);
    return floor.equals(moment) ? floor : floor.plus(step);
  }
}
