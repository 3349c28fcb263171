package io.iamplane.http.body;

/** What the body of one request holds of the budget, until the request is over. */
final class BodyShare {

  private final BodyBudget budget;
  private final Object client;
  private long held;
  private boolean released;

  /**
   * @param client whose share it counts for, by its equality
   */
  BodyShare(BodyBudget budget, Object client) {
    this.budget = budget;
    this.client = client;
  }

  /** Takes more; false when the budget has none left or the request is over. */
  synchronized boolean grow(long bytes) {
    if (released || !budget.take(client, bytes)) {
      return false;
    }
    held += bytes;
    return true;
  }

  synchronized void release() {
    if (!released) {
      released = true;
      if (held > 0) {
        budget.give(client, held);
      }
    }
  }
}
