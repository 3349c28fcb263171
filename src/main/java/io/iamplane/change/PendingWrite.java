package io.iamplane.change;

import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A change in a group: the work of its caller, and what became of it. */
final class PendingWrite<T> {

  private final Supplier<T> work;
  private final CountDownLatch settled = new CountDownLatch(1);
  private @Nullable T result;
  private @Nullable Throwable refusal;
  private @Nullable Throwable failure;
  private boolean repeated;

  PendingWrite(Supplier<T> work) {
    this.work = work;
  }

  /** Carries out the work, in a part of the group's transaction. */
  boolean run() {
    result = work.get();
    return true;
  }

  /** The work itself failed, and was undone. */
  void refused(Throwable why) {
    refusal = why;
  }

  /** Why the work failed; null when it did not. */
  @Nullable Throwable refusal() {
    return refusal;
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
    repeated = true;
    settled.countDown();
  }

  /** Waits for the group's end, which the time of its transaction bounds. */
  void await() {
    boolean interrupted = false;
    while (true) {
      try {
        settled.await();
        break;
      } catch (InterruptedException e) {
        // The outcome is not known before the end.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isToRepeat() {
    return repeated;
  }

  /** What the caller gets. */
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
