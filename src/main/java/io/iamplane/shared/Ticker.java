package io.iamplane.shared;

/**
 * Monotonic time, for durations and deadlines. Unlike a {@link java.time.Clock} it never steps back
 * when the system's time is set.
 */
@FunctionalInterface
public interface Ticker {

  /** Nanoseconds since a moment that is fixed for the life of the process. */
  long nanos();
}
