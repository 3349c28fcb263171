package io.iamplane.database;

import java.sql.SQLException;

/** An {@link SQLException} on its way through code that cannot handle it. */
public final class DatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public DatabaseException(SQLException cause) {
    super(cause);
  }
}
