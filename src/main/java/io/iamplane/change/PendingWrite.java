package io.iamplane.change;

import io.iamplane.shared.IamException;
import io.iamplane.shared.WriteOutcome;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A change in a group: the work of its caller, and its outcome. */
final class PendingWrite<T> {

  private final Supplier<T> work;
  private final CountDownLatch settled = new CountDownLatch(1);
  private @Nullable T result;
  private @Nullable Throwable refusal;
  private @Nullable Throwable failure;
  private Way way = Way.FIRST;
  private boolean interrupted;

  /** The way to carry out a change: usually once, together with others. */
  enum Way {
    FIRST,
    /** Once more, with others, since their expectation was wrong. */
    AGAIN,
    /** Once more, by itself, since another change spoiled the shared transaction. */
    ALONE
  }

  PendingWrite(Supplier<T> work) {
    this.work = work;
  }

  /** Takes an interrupt off the thread: it would close the connection that the group shares. */
  void shield() {
    interrupted |= Thread.interrupted();
  }

  /** Gives the thread back the interrupts that came meanwhile. */
  void unshield() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Carries out the work, in a part of the group's transaction. */
  boolean run() {
    try {
      result = work.get();
      return true;
    } finally {
      shield();
    }
  }

  /** The work itself failed, and was undone. */
  void refused(Throwable why) {
    refusal = why;
  }

  /** The failure of the work; null if absent. */
  @Nullable Throwable refusal() {
    return refusal;
  }

  /** Returns true if the work was refused; other failures may be another member's. */
  boolean isRefused() {
    return refusal instanceof IamException;
  }

  /** The group committed: the member's own outcome stands. */
  void settle() {
    settled.countDown();
  }

  /** The group failed; says nothing to one that is settled. */
  void fail(Throwable why) {
    if (settled.getCount() > 0) {
      failure = why;
      settled.countDown();
    }
  }

  /** The group failed for another's reason: the work is to be done again, alone. */
  void repeat() {
    way = Way.ALONE;
    settled.countDown();
  }

  /** The group's expectation was wrong: the work is to be done again, with others. */
  void again() {
    way = Way.AGAIN;
    settled.countDown();
  }

  /**
   * Waits for the group's end.
   *
   * @param most longer than a transaction lasts
   * @throws IamException DEPENDENCY_UNAVAILABLE if the group does not end; the outcome of the
   *     change is unknown then
   */
  void await(Duration most) {
    if (!hasSettled(most)) {
      throw IamException.dependencyUnavailable(
          WriteOutcome.UNKNOWN, new IllegalStateException("the group does not end"));
    }
  }

  private boolean hasSettled(Duration most) {
    while (true) {
      try {
        return settled.await(most.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        // The outcome is not known before the end.
        interrupted = true;
      }
    }
  }

  /** The way to repeat the work; FIRST if it need not be repeated. */
  Way way() {
    return way;
  }

  /** Returns the result, or throws the failure, of the change. */
  T outcome() {
    Throwable why = failure == null ? refusal : failure;
    if (why instanceof RuntimeException e) {
      throw e;
    }
    if (why instanceof Error e) {
      throw e;
    }
    return value();
  }

  @SuppressWarnings("NullAway") // Null when the work returned null, as T then allows.
  private T value() {
    return result;
  }
}
