package io.iamplane.signin;

import io.iamplane.database.RoundTrip;
import java.util.List;
import java.util.function.Supplier;

/** The rows of {@code iam_session_clients}: the removal of one notifies the client. */
final class SessionClientStore {

  /** The limit of one session, whose end writes a message to each; another gets no token of it. */
  static final int MOST_OF_A_SESSION = 100;

  /** The state of a session that a client is to get tokens of. */
  enum State {
    LIVING,
    ENDED,
    /** There are as many other clients as one may have. */
    FULL
  }

  private SessionClientStore() {}

  /**
   * Notes that a client gets tokens of a session, after the first use of a code. Waits for a
   * concurrent end of the session, and locks it as a new family does: a stronger lock later could
   * wait for an end that waits for this one.
   *
   * @param jti names the token issued for the code; nothing is noted if another use came first
   * @return the state of the session, for the first use; the client is noted if it is living
   */
  static Supplier<State> add(RefreshTokens.Beginning beginning, String jti, RoundTrip trip) {
    AuthorizationCode code = beginning.code();
    Supplier<List<Boolean>> living =
        trip.list(
            """
            SELECT 1 FROM iam_sessions WHERE id = ?
              AND EXISTS (SELECT 1 FROM iam_authorization_codes WHERE code_hash = ? AND token_jti = ?)
            FOR NO KEY UPDATE
            """,
            row -> true,
            code.session(),
            beginning.codeHash(),
            jti);
    trip.update(
        """
        INSERT INTO iam_session_clients (session_id, client_id, organization_id)
        SELECT id, ?, ? FROM iam_sessions
        WHERE id = ? AND (
          SELECT count(*) FROM iam_session_clients WHERE session_id = ? AND client_id <> ?) < ?
          AND EXISTS (SELECT 1 FROM iam_authorization_codes WHERE code_hash = ? AND token_jti = ?)
        ON CONFLICT DO NOTHING
        """,
        code.clientId(),
        code.organization().value(),
        code.session(),
        code.session(),
        code.clientId(),
        MOST_OF_A_SESSION,
        beginning.codeHash(),
        jti);
    Supplier<List<Boolean>> noted =
        trip.list(
            "SELECT 1 FROM iam_session_clients WHERE session_id = ? AND client_id = ?",
            row -> true,
            code.session(),
            code.clientId());
    return () ->
        living.get().isEmpty() ? State.ENDED : noted.get().isEmpty() ? State.FULL : State.LIVING;
  }
}
