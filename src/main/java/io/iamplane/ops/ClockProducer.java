package io.iamplane.ops;

import io.iamplane.shared.Ticker;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The one source of time. Tests replace it; nothing else reads the system's clock. */
final class ClockProducer {

  ClockProducer() {}

  @Produces
  @Singleton
  static Clock clock() {
    return Clock.systemUTC();
  }

  @Produces
  @Singleton
  static Ticker ticker() {
    return System::nanoTime;
  }
}
