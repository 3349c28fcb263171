package io.iamplane.signin;

import io.iamplane.database.Sql;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.UUID;

/** When sessions were used last, and the removal of those whose time is over. */
@Singleton
class SessionUseStore {

  private final Sql sql;

  SessionUseStore(Sql sql) {
    this.sql = sql;
  }

  /** Notes a use, which moves the end. */
  void used(UUID session, Instant at, Instant endsAt) {
    sql.update(
        "UPDATE iam_sessions SET used_at = ?, ends_at = ? WHERE id = ? AND used_at < ?",
        at,
        endsAt,
        session,
        at);
  }

  /** Removes what is over; how many. Never waits: what another transaction holds is left to it. */
  int removeEnded(Instant now, int most) {
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
