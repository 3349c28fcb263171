package io.iamplane.http.body;

import org.jspecify.annotations.Nullable;

/**
 * One request's part of the budget. It exists from the beginning of the request: the request may
 * end before the body is read, and its end must count then as well.
 */
final class BodyShare {

  private final BodyBudget budget;
  private @Nullable BodySender sender;
  private long held;
  private boolean released;

  BodyShare(BodyBudget budget) {
    this.budget = budget;
  }

  /** Sets the sender; returns false if the request is over. */
  synchronized boolean belongTo(BodySender owner) {
    sender = owner;
    return !released;
  }

  /** Takes more; false when the budget has none left or the request is over. */
  synchronized boolean grow(long bytes) {
    if (released || sender == null || !budget.take(sender, bytes)) {
      return false;
    }
    held += bytes;
    return true;
  }

  /** Gives all back, permanently. */
  synchronized void release() {
    released = true;
    if (sender != null && held > 0) {
      budget.give(sender, held);
      held = 0;
    }
  }
}
