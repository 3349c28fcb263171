package io.iamplane.token;

import io.iamplane.shared.IamException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Verifies a bounded number of signatures or secrets at once, for a bounded number of waiting
 * threads: forged ones shall take neither every core nor every thread.
 */
public final class SignaturePermits {

  /**
   * Signatures verified at once, so that forged tokens cannot take every core of a large machine.
   * Clients' assertions are counted apart, so that they cannot hold up bearer tokens.
   */
  private static final int CONCURRENCY = 4;

  /** The longest wait for a turn: a client that waits longer does better to try again. */
  private static final Duration DEADLINE = Duration.ofSeconds(1);

  /** Far more than wait without an attack, far fewer than there are threads. */
  private static final int MAX_WAITING = 64;

  private static final int MAX_SUSPECTS_WAITING = 8;
  private static final Duration SUSPECTS_DEADLINE = Duration.ofMillis(250);

  private static final int SECRETS = 2;
  private static final int MAX_SECRETS_WAITING = 32;

  private final Semaphore turns;
  private final int maxInside;
  private final Duration deadline;
  private final Supplier<IamException> refusal;
  private final AtomicInteger inside = new AtomicInteger();

  public SignaturePermits() {
    this(CONCURRENCY, MAX_WAITING, DEADLINE);
  }

  SignaturePermits(int concurrency, int waiting, Duration deadline) {
    this(
        concurrency,
        waiting,
        deadline,
        () ->
            IamException.dependencyUnavailable(
                new IllegalStateException(
                    "no capacity to verify a signature within " + deadline.toMillis() + " ms")));
  }

  private SignaturePermits(
      int concurrency, int waiting, Duration deadline, Supplier<IamException> refusal) {
    this.turns = new Semaphore(concurrency, true);
    this.maxInside = concurrency + waiting;
    this.deadline = deadline;
    this.refusal = refusal;
  }

  /** For tokens that are asked about: half the processors, so that the others are the bearers'. */
  static SignaturePermits ofExamined() {
    int half = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    return new SignaturePermits(Math.min(half, CONCURRENCY), MAX_WAITING, DEADLINE);
  }

  /** For proofs, which come with each request: more wait, and each for less time. */
  static SignaturePermits ofProofs(int places) {
    return new SignaturePermits(CONCURRENCY, places, DEADLINE);
  }

  /** One at a time and few waiting, for addresses that failed too often. */
  public static SignaturePermits ofSuspects() {
    return new SignaturePermits(
        1, MAX_SUSPECTS_WAITING, SUSPECTS_DEADLINE, SignaturePermits::tooManyFailed);
  }

  /** For secrets of addresses that failed too often. */
  public static SignaturePermits ofSuspectSecrets() {
    return new SignaturePermits(
        SECRETS, MAX_SECRETS_WAITING, DEADLINE, SignaturePermits::tooManyFailed);
  }

  private static IamException tooManyFailed() {
    return IamException.tooMany("Too many failed authentications from this address.", 1);
  }

  /**
   * Runs a verification in its turn. May wait: off the event loop only.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE if no permit came free in time; TOO_MANY_REQUESTS
   *     for suspects
   */
  public <T> T run(Supplier<T> verification) {
    if (inside.incrementAndGet() > maxInside || !take()) {
      inside.decrementAndGet();
      throw refusal.get();
    }
    try {
      return verification.get();
    } finally {
      turns.release();
      inside.decrementAndGet();
    }
  }

  private boolean take() {
    try {
      return turns.tryAcquire(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
