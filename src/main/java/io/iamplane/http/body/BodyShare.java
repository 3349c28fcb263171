package io.iamplane.http.body;

import org.jspecify.annotations.Nullable;

/**
 * What the body of one request holds of the budget. It exists from the request's first moment: the
 * end of a request may come before any reader asked for its body, and must count then as well.
 */
final class BodyShare {

  private final BodyBudget budget;
  private @Nullable BodySender sender;
  private long held;
  private boolean released;

  BodyShare(BodyBudget budget) {
    this.budget = budget;
  }

  /** Says whose it is; false when the request is over. */
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
