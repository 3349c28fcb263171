package io.iamplane.database;

import org.jspecify.annotations.Nullable;

/** A transaction was given up because it took longer than one may; nothing of it was written. */
public final class TransactionTimeoutException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param cause the failure of the work, if any: most often a lost connection
   */
  public TransactionTimeoutException(@Nullable Throwable cause) {
    super("the transaction exceeded its time limit", cause);
  }
}
