package io.iamplane.database;

import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** An {@link SQLException} on its way through code that cannot handle it. */
public final class DatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public DatabaseException(SQLException cause) {
    super(cause);
  }

  /** The name of the constraint that a statement broke; empty when it failed for another reason. */
  public Optional<String> constraint() {
    return getCause() instanceof PSQLException failure
        ? Optional.ofNullable(failure.getServerErrorMessage())
            .map(ServerErrorMessage::getConstraint)
        : Optional.empty();
  }
}
