package io.iamplane.shared;

/** Monotonic time for durations; unlike a {@link java.time.Clock} it is never set back. */
@FunctionalInterface
public interface Ticker {

  /** Nanoseconds since a moment that is fixed for the life of the process. */
  long nanos();
}
