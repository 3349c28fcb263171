package io.iamplane.token;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Checks secrets of addresses that failed too often two at a time, in the order of arrival. A check
 * is one read and two hashes: a right secret has its turn within milliseconds, and wrong ones hold
 * two connections at most.
 */
@Singleton
public class SecretPermits {

  private static final int CONCURRENCY = 2;
  private static final int MAX_INSIDE = 34;
  private static final Duration DEADLINE = Duration.ofSeconds(1);

  private final Semaphore turns = new Semaphore(CONCURRENCY, true);
  private final AtomicInteger inside = new AtomicInteger();

  /**
   * Runs a check in its turn; waits, so off the event loop only.
   *
   * @throws IamException TOO_MANY_REQUESTS when too many wait, or the turn did not come in time
   */
  public <T> T run(Supplier<T> check) {
    if (inside.incrementAndGet() > MAX_INSIDE || !take()) {
      inside.decrementAndGet();
      throw IamException.of(
              ErrorCode.TOO_MANY_REQUESTS, "Too many failed authentications from this address.")
          .with("retry_after", "1");
    }
    try {
      return check.get();
    } finally {
      turns.release();
      inside.decrementAndGet();
    }
  }

  private boolean take() {
    try {
      return turns.tryAcquire(DEADLINE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
