package io.iamplane.key;

import java.time.Duration;

/** Settings of a ring that reads seldom by itself. */
record TestKeyConfig(Duration loadDeadline) implements KeyConfig {
  @Override
  public Duration refreshInterval() {
    return Duration.ofSeconds(30);
  }

  @Override
  public Duration maxStaleness() {
    return Duration.ofSeconds(2);
  }

  @Override
  public Duration retryInterval() {
    return Duration.ofSeconds(2);
  }

  @Override
  public Duration rotationInterval() {
    return Duration.ofDays(90);
  }

  @Override
  public Duration overlap() {
    return Duration.ofHours(2);
  }
}
