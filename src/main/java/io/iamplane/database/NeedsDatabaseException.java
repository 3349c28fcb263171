package io.iamplane.database;

/**
 * Ends a {@link MemoryTransaction}: its work asks the database, and has to be done in a
 * transaction.
 */
public final class NeedsDatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public NeedsDatabaseException() {
    super("a change in memory needs the database", null, false, false);
  }
}
