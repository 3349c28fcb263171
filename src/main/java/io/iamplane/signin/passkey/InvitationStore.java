package io.iamplane.signin.passkey;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.directory.user.UserId;
import io.iamplane.signin.SignIns;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;

/** The rows of {@code iam_invitations}. */
@Singleton
class InvitationStore {

  private final Sql sql;

  InvitationStore(Sql sql) {
    this.sql = sql;
  }

  /** Writes a person's link, in place of the one before. */
  void put(Recording recording, UserId user, byte[] secretHash, Instant expiresAt) {
    sql.updateOne(
        """
        INSERT INTO iam_invitations (organization_id, user_id, secret_hash, expires_at)
        VALUES (?, ?, ?, ?)
        ON CONFLICT (organization_id, user_id)
          DO UPDATE SET secret_hash = excluded.secret_hash, expires_at = excluded.expires_at
        """,
        recording.organization().value(),
        user.value(),
        secretHash,
        expiresAt);
  }

  /** Uses a link up; false if it is used, ended or expired. */
  boolean take(Recording recording, UserId user, byte[] secretHash) {
    return sql.update(
            """
            DELETE FROM iam_invitations
            WHERE organization_id = ? AND user_id = ? AND secret_hash = ? AND expires_at > ?
            """,
            recording.organization().value(),
            user.value(),
            secretHash,
            recording.at())
        == 1;
  }

  void delete(Recording recording, UserId user) {
    sql.update(
        "DELETE FROM iam_invitations WHERE organization_id = ? AND user_id = ?",
        recording.organization().value(),
        user.value());
  }

  boolean isInvited(Recording recording, UserId user) {
    return sql.exists(
        """
        SELECT 1 FROM iam_invitations
        WHERE organization_id = ? AND user_id = ? AND expires_at > ?
        """,
        recording.organization().value(),
        user.value(),
        recording.at());
  }

  /** Finds the person of a link that has not expired. */
  Optional<SignIns.Person> invited(byte[] secretHash, Instant now) {
    return sql.first(
        """
        SELECT organization_id, user_id FROM iam_invitations
        WHERE secret_hash = ? AND expires_at > ?
        """,
        PasskeyStore::person,
        secretHash,
        now);
  }
}
