package io.iamplane.signin;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.directory.user.UserId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_sessions}, as sign-in and sign-out write them. */
@Singleton
class SessionStore {

  private final Sql sql;

  SessionStore(Sql sql) {
    this.sql = sql;
  }

  /** Writes a new session and the time of the person's authentication; null if that is unknown. */
  void insert(
      Recording recording,
      NewSession session,
      byte[] secretHash,
      @Nullable Instant authenticatedAt) {
    sql.updateOne(
        """
        INSERT INTO iam_sessions (id, organization_id, user_id, secret_hash, aal, amr,
          policy_version, authenticated_at, used_at, ends_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        session.id(),
        recording.organization().value(),
        session.user().value(),
        secretHash,
        session.aal().wire(),
        String.join(" ", session.amr()),
        recording.version(),
        authenticatedAt,
        recording.at(),
        session.endsAt(),
        session.expiresAt());
  }

  /** Replaces the secret, and all that a sign-in says of a session; false if it has ended. */
  boolean renew(Recording recording, SignInSession renewed, byte[] secretHash) {
    return sql.update(
            """
            UPDATE iam_sessions SET secret_hash = ?, aal = ?, amr = ?, policy_version = ?,
              authenticated_at = ?, used_at = ?, ends_at = ?, expires_at = ?
            WHERE organization_id = ? AND id = ?
            """,
            secretHash,
            renewed.aal().wire(),
            String.join(" ", renewed.amr()),
            renewed.policyVersion(),
            renewed.authenticatedAt(),
            renewed.usedAt(),
            renewed.endsAt(),
            renewed.expiresAt(),
            recording.organization().value(),
            renewed.id())
        == 1;
  }

  /** Removes a session; false if there was none. */
  boolean delete(Recording recording, UUID id) {
    return sql.update(
            "DELETE FROM iam_sessions WHERE organization_id = ? AND id = ?",
            recording.organization().value(),
            id)
        == 1;
  }

  /** Removes sessions of an organization that began at its identity provider; returns how many. */
  int deleteFederated(Recording recording, int most) {
    return sql.update(
        """
        DELETE FROM iam_sessions WHERE id IN (
          SELECT id FROM iam_sessions
          WHERE organization_id = ? AND (amr = ? OR amr LIKE ?) LIMIT ?)
        """,
        recording.organization().value(),
        SignInProof.FEDERATED,
        SignInProof.FEDERATED + " %",
        most);
  }

  void deleteAll(Recording recording, UserId user) {
    sql.update(
        "DELETE FROM iam_sessions WHERE organization_id = ? AND user_id = ?",
        recording.organization().value(),
        user.value());
  }
}
