package io.iamplane.signin;

import io.iamplane.database.Sql;
import jakarta.inject.Singleton;

/** The rows of {@code iam_session_clients}: the removal of one notifies the client. */
@Singleton
class SessionClientStore {

  /** The limit of one session, whose end writes a message to each; another gets no token of it. */
  static final int MOST_OF_A_SESSION = 100;

  /** The state of a session that a client is to get tokens of. */
  enum State {
    LIVING,
    ENDED,
    /** There are as many other clients as one may have. */
    FULL
  }

  private final Sql sql;

  SessionClientStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Notes that a client gets tokens of a session, in the transaction that makes them. Waits for a
   * concurrent end of the session, and locks it as a new family does: a stronger lock later could
   * wait for an end that waits for this one.
   *
   * @return the state of the session; the client is noted if it is living
   */
  State add(AuthorizationCode code) {
    boolean living =
        sql.first(
                "SELECT 1 FROM iam_sessions WHERE id = ? FOR NO KEY UPDATE",
                row -> true,
                code.session())
            .isPresent();
    if (!living) {
      return State.ENDED;
    }
    int others =
        sql.first(
                "SELECT count(*) FROM iam_session_clients WHERE session_id = ? AND client_id <> ?",
                row -> row.getInt(1),
                code.session(),
                code.clientId())
            .orElse(0);
    if (others >= MOST_OF_A_SESSION) {
      return State.FULL;
    }
    sql.update(
        """
        INSERT INTO iam_session_clients (session_id, client_id, organization_id)
        VALUES (?, ?, ?) ON CONFLICT DO NOTHING
        """,
        code.session(),
        code.clientId(),
        code.organization().value());
    return State.LIVING;
  }
}
