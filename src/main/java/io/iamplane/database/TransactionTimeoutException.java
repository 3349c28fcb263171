package io.iamplane.database;

import org.jspecify.annotations.Nullable;

/** A transaction was given up because it took longer than one may; nothing of it was written. */
public final class TransactionTimeoutException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What the work ran into, if anything: most often a connection that was taken away. */
  public TransactionTimeoutException(@Nullable Throwable cause) {
    super("the transaction exceeded its time limit", cause);
  }
}
