package io.iamplane.decision.snapshot;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jboss.logging.Logger;

/**
 * Checks that this machine's clock and the database's agree. If they differ, it is unknown which
 * grants have begun or ended, and everything is denied.
 */
final class ClockAgreement {

  static final Duration TOLERANCE = Duration.ofSeconds(5);

  private static final Logger LOG = Logger.getLogger(ClockAgreement.class);
  private static final double MILLIS = 1_000;

  private final Clock clock;
  private volatile Duration ahead = Duration.ZERO;
  private boolean reported;

  static final class ClocksDifferException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ClocksDifferException(String message) {
      super(message);
    }
  }

  ClockAgreement(Clock clock) {
    this.clock = clock;
  }

  Instant now() {
    return clock.instant();
  }

  /**
   * Compares the clocks.
   *
   * @param sent when the database was asked, by this machine's clock
   * @param database when it answered, by its own clock
   * @throws ClocksDifferException when they differ by more than they may
   */
  synchronized void require(Instant sent, Instant database) {
    Instant received = now();
    // The answer was made at some moment in between.
    Duration difference = Duration.ZERO;
    if (database.isBefore(sent)) {
      difference = Duration.between(database, sent);
    } else if (database.isAfter(received)) {
      difference = Duration.between(database, received);
    }
    ahead = difference;
    if (difference.abs().compareTo(TOLERANCE) > 0) {
      String message =
          ("this machine's clock is %.1f s %s the database's: everything is denied until they "
                  + "differ by at most %d s; check the time service on both machines")
              .formatted(
                  Math.abs(difference.toMillis()) / MILLIS,
                  difference.isNegative() ? "behind" : "ahead of",
                  TOLERANCE.toSeconds());
      if (!reported) {
        LOG.error(message);
      }
      reported = true;
      throw new ClocksDifferException(message);
    }
    if (reported) {
      LOG.info("this machine's clock and the database's agree again");
      reported = false;
    }
  }

  /** Returns the seconds that this machine was ahead of the database at the last comparison. */
  double aheadSeconds() {
    return ahead.toMillis() / MILLIS;
  }
}
