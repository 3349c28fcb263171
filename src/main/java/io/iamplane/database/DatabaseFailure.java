package io.iamplane.database;

import io.iamplane.shared.IamException;
import io.iamplane.shared.WriteOutcome;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Failures of the database, by the SQLSTATE of a cause (PostgreSQL manual, appendix A). */
public enum DatabaseFailure {
  /** The database cannot be reached, is shutting down, or did not answer in time. */
  UNAVAILABLE,
  /** A unique or exclusion constraint holds the value already. */
  DUPLICATE,
  /** Two transactions stood in each other's way; nothing was written. */
  CONTENTION,
  /** The tenant does not stand where the transaction takes it to stand; nothing was written. */
  OUTDATED,
  /** A defect of ours: bad SQL, a violated check, a missing table. */
  DEFECT;

  /** The failure in {@code error} or its causes; empty when no database is involved. */
  public static Optional<DatabaseFailure> of(Throwable error) {
    return sqlException(error, Collections.newSetFromMap(new IdentityHashMap<>()))
        .map(e -> of(e.getSQLState()));
  }

  /** Returns true if the connection failed, or none was available. */
  static boolean isLostConnection(Throwable error) {
    return sqlException(error, Collections.newSetFromMap(new IdentityHashMap<>()))
        .map(SQLException::getSQLState)
        .map(state -> state.startsWith("08") || state.startsWith("99"))
        .orElse(true);
  }

  private static DatabaseFailure of(@Nullable String state) {
    if (state == null) {
      // The pool's own refusals (no connection in time) carry no SQLSTATE.
      return UNAVAILABLE;
    }
    return switch (state.length() < 2 ? state : state.substring(0, 2)) {
      // The driver's own 99999: above all when the pool gave up waiting while it logged in.
      case "08", "53", "57", "58", "99", "XX" -> UNAVAILABLE;
      case "40" -> CONTENTION;
      // 55000 is the driver's: a statement was closed under its user, by a timeout or a shutdown.
      case "55" -> state.equals("55000") ? UNAVAILABLE : CONTENTION;
      case "IA" -> OUTDATED; // our own, see iam_raise_versions
      case "23" -> state.equals("23505") || state.equals("23P01") ? DUPLICATE : DEFECT;
      case "25" -> state.equals("25006") ? UNAVAILABLE : DEFECT; // read-only: a standby answered
      default -> DEFECT;
    };
  }

  /** The refusal that a client sees for {@code error}; null when the error is no database's. */
  public static @Nullable IamException refusal(Throwable error, WriteOutcome outcome) {
    return of(error)
        .map(failure ->
            switch (failure) {
              case UNAVAILABLE -> IamException.dependencyUnavailable(outcome, error);
              case DUPLICATE -> IamException.conflict("A resource with this key already exists.");
              case CONTENTION ->
                  IamException.conflict("The request conflicts with a concurrent change. Retry it.")
                      .with("outcome", WriteOutcome.NOT_APPLIED.wire());
              case OUTDATED, DEFECT -> null;
            })
        .orElse(null);
  }

  private static Optional<SQLException> sqlException(
      @Nullable Throwable error, Set<Throwable> seen) {
    if (error == null || !seen.add(error) || error instanceof IamException) {
      return Optional.empty();
    }
    // The innermost one: drivers and pools wrap the database's own answer.
    Optional<SQLException> deeper = sqlException(error.getCause(), seen);
    for (Throwable suppressed : error.getSuppressed()) {
      deeper = deeper.or(() -> sqlException(suppressed, seen));
    }
    return deeper.isEmpty() && error instanceof SQLException e ? Optional.of(e) : deeper;
  }
}
