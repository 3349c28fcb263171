package io.iamplane.signin;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.UUID;

/** The rows of {@code iam_refresh_families}. */
@Singleton
class RefreshFamilyStore {

  private final Sql sql;

  RefreshFamilyStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Writes a new family. Waits for a concurrent end of its session.
   *
   * @return false if the session has ended
   */
  boolean insert(byte[] handleHash, RefreshFamily family, byte[] codeHash) {
    return sql.update(
            """
            INSERT INTO iam_refresh_families (handle_hash, id, organization_id, session_id, user_id,
              client_id, scope, key_thumbprint, code_hash, secret_hash)
            SELECT ?, ?, ?, id, ?, ?, ?, ?, ?, ? FROM iam_sessions WHERE id = ? FOR KEY SHARE
            """,
            handleHash,
            family.id(),
            family.organization().value(),
            family.user().value(),
            family.clientId(),
            String.join(" ", family.scopes()),
            family.keyThumbprint(),
            codeHash,
            family.secretHash(),
            family.session())
        == 1;
  }

  /** Removes the oldest families of a client in a session, beyond a number. */
  void removeBeyond(int most, UUID session, String clientId) {
    sql.update(
        """
        DELETE FROM iam_refresh_families WHERE session_id = ? AND client_id = ? AND id IN (
          SELECT id FROM iam_refresh_families WHERE session_id = ? AND client_id = ?
          ORDER BY id DESC OFFSET ?)
        """,
        session,
        clientId,
        session,
        clientId,
        most);
  }

  /**
   * Replaces the token that counts. Waits for a concurrent transaction that does the same.
   *
   * @param from the token that counts, or the one before it
   * @param now the time of the use
   * @param since the earliest first use of the one before, for it to be presented again
   * @return false if another came first, or the family has ended
   */
  boolean rotate(byte[] handleHash, byte[] from, byte[] to, Instant now, Instant since) {
    return sql.update(
            """
            UPDATE iam_refresh_families SET secret_hash = ?, previous_hash = ?,
              rotated_at = CASE WHEN secret_hash = ? THEN ? ELSE rotated_at END
            WHERE handle_hash = ?
              AND (secret_hash = ? OR (previous_hash = ? AND rotated_at >= ?))
            """,
            to,
            from,
            from,
            now,
            handleHash,
            from,
            from,
            since)
        == 1;
  }

  /** Ends a family; false if it has ended. */
  boolean delete(Recording recording, byte[] handleHash) {
    return sql.update(
            "DELETE FROM iam_refresh_families WHERE organization_id = ? AND handle_hash = ?",
            recording.organization().value(),
            handleHash)
        == 1;
  }

  /** Ends the family that came of a code, if there is one. */
  void deleteOfCode(Recording recording, byte[] codeHash) {
    sql.update(
        "DELETE FROM iam_refresh_families WHERE organization_id = ? AND code_hash = ?",
        recording.organization().value(),
        codeHash);
  }
}
