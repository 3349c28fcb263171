package io.iamplane.webhook.retry;

import java.time.Duration;

/**
 * Leaves a receiver alone that does not answer. Closed: everything goes through. When at least half
 * of the last {@value #WINDOW} tries failed it opens: nothing goes through for a pause. Then one
 * try goes through (half open): it closes the breaker, or opens it for twice as long.
 *
 * <p>Not thread-safe; time is given as nanoseconds of a monotonic clock.
 */
public final class CircuitBreaker {

  static final int WINDOW = 20;
  private static final int DOUBLINGS = 4;

  private final long pause;
  private final boolean[] failed = new boolean[WINDOW];
  private int seen;
  private int failures;
  private State state = State.CLOSED;
  private int openings;
  private long until;
  private long probeStarted;

  public enum State {
    CLOSED,
    OPEN,
    HALF_OPEN
  }

  /**
   * @param pause how long it stays open at first; at most sixteen times as long later
   */
  public CircuitBreaker(Duration pause) {
    this.pause = pause.toNanos();
  }

  /** Returns the number of attempts allowed now; takes the probe of a half-open breaker. */
  public int admit(int wanted, long now) {
    if (wanted <= 0) {
      return 0;
    }
    return switch (state) {
      case CLOSED -> wanted;
      case OPEN -> now - until < 0 ? 0 : probe(now);
      // A probe that never came back must not keep the breaker half open.
      case HALF_OPEN -> now - probeStarted < length() ? 0 : probe(now);
    };
  }

  /** Gives a probe back that found nothing to try. */
  public void unused() {
    if (state == State.HALF_OPEN) {
      state = State.OPEN;
    }
  }

  public void record(boolean success, long now) {
    switch (state) {
      case CLOSED -> {
        remember(!success);
        if (seen >= WINDOW && failures * 2 >= WINDOW) {
          open(now);
        }
      }
      case HALF_OPEN -> {
        if (success) {
          close();
        } else {
          open(now);
        }
      }
      // An attempt from before it opened: a success does not close it, the probe decides.
      case OPEN -> {}
    }
  }

  public State state() {
    return state;
  }

  private int probe(long now) {
    state = State.HALF_OPEN;
    probeStarted = now;
    return 1;
  }

  private void open(long now) {
    state = State.OPEN;
    until = now + length();
    openings = Math.min(openings + 1, DOUBLINGS);
    forget();
  }

  private void close() {
    state = State.CLOSED;
    openings = 0;
    forget();
  }

  private long length() {
    return pause << openings;
  }

  private void remember(boolean failure) {
    int place = seen % WINDOW;
    if (seen >= WINDOW && failed[place]) {
      failures--;
    }
    failed[place] = failure;
    failures += failure ? 1 : 0;
    seen = seen == 2 * WINDOW - 1 ? WINDOW : seen + 1;
  }

  private void forget() {
    seen = 0;
    failures = 0;
  }
}
