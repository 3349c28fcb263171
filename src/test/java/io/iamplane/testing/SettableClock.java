package io.iamplane.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until the test moves it. */
public final class SettableClock extends Clock {

  private volatile Instant now;

  public SettableClock(Instant now) {
    this.now = now;
  }

  public void advance(Duration by) {
    now = now.plus(by);
  }

  public void set(Instant to) {
    now = to;
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("time is UTC here");
  }
}
