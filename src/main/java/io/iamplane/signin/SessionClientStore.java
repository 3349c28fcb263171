package io.iamplane.signin;

import io.iamplane.database.Sql;
import jakarta.inject.Singleton;

/** The rows of {@code iam_session_clients}: the removal of one notifies the client. */
@Singleton
class SessionClientStore {

  /** The limit of one session; further clients are not notified of its end. */
  static final int MOST_OF_A_SESSION = 100;

  private final Sql sql;

  SessionClientStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Notes that a client gets tokens of a session, in the transaction that makes them. Waits for a
   * concurrent end of the session, and locks it as a new family does: a stronger lock later could
   * wait for an end that waits for this one.
   *
   * @return false if the session has ended
   */
  boolean add(AuthorizationCode code) {
    boolean living =
        sql.first(
                "SELECT 1 FROM iam_sessions WHERE id = ? FOR NO KEY UPDATE",
                row -> true,
                code.session())
            .isPresent();
    if (living) {
      sql.update(
          """
          INSERT INTO iam_session_clients (session_id, client_id, organization_id)
          SELECT ?, ?, ? WHERE (SELECT count(*) FROM iam_session_clients WHERE session_id = ?) < ?
          ON CONFLICT DO NOTHING
          """,
          code.session(),
          code.clientId(),
          code.organization().value(),
          code.session(),
          MOST_OF_A_SESSION);
    }
    return living;
  }
}
