package io.iamplane.signin;

import io.iamplane.database.Sql;
import io.iamplane.job.ExpiringRows;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.UUID;

/** Stores the last use of sessions, and removes ended ones. */
@Singleton
class SessionUseStore implements ExpiringRows {

  private final Sql sql;

  SessionUseStore(Sql sql) {
    this.sql = sql;
  }

  /** Notes a use, which moves the end, but not beyond the limit that the session has then. */
  void used(UUID session, Instant at, Instant idleEnd) {
    sql.update(
        "UPDATE iam_sessions SET used_at = ?, ends_at = least(?, expires_at)"
            + " WHERE id = ? AND used_at < ?",
        at,
        idleEnd,
        session,
        at);
  }

  @Override
  public String rows() {
    return "sessions";
  }

  @Override
  public int removeExpired(Instant now, int most) {
    return sql.update(
        """
        DELETE FROM iam_sessions WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM iam_sessions WHERE ends_at <= ?
          ORDER BY ends_at LIMIT ? FOR UPDATE SKIP LOCKED))
        """,
        now,
        most);
  }
}
