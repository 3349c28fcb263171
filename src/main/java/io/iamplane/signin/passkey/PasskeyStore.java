package io.iamplane.signin.passkey;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.OrganizationId;
import io.iamplane.signin.SignIns;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The rows of {@code iam_passkeys}. */
@Singleton
class PasskeyStore {

  private final Sql sql;

  PasskeyStore(Sql sql) {
    this.sql = sql;
  }

  /** Writes a new passkey, which has answered no sign-in; false if its credential id is taken. */
  boolean insert(Recording recording, UserId user, UUID id, NewPasskey passkey) {
    return sql.update(
            """
            INSERT INTO iam_passkeys (id, organization_id, user_id, credential_id, credential,
              sign_count, backup_eligible, backed_up, created_at, challenged_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (credential_id) DO NOTHING
            """,
            id,
            recording.organization().value(),
            user.value(),
            passkey.credentialId(),
            passkey.credential(),
            passkey.signCount(),
            passkey.backupEligible(),
            passkey.backedUp(),
            recording.at(),
            Instant.EPOCH)
        == 1;
  }

  /**
   * Notes a use: its challenge must be newer than those before, so that none is answered twice, and
   * its counter higher, unless the authenticator has none. False if another use came first, or the
   * passkey is there no more.
   */
  boolean use(Recording recording, Passkey used) {
    return sql.update(
            """
            UPDATE iam_passkeys SET sign_count = ?, backed_up = ?, last_used_at = ?,
              challenged_at = ?
            WHERE organization_id = ? AND id = ? AND challenged_at < ?
              AND (sign_count < ? OR (sign_count = 0 AND ? = 0))
            """,
            used.signCount(),
            used.backedUp(),
            recording.at(),
            used.challengedAt(),
            recording.organization().value(),
            used.id(),
            used.challengedAt(),
            used.signCount(),
            used.signCount())
        == 1;
  }

  void rename(Recording recording, UserId user, UUID id, String name) {
    sql.updateOne(
        "UPDATE iam_passkeys SET name = ? WHERE organization_id = ? AND user_id = ? AND id = ?",
        name,
        recording.organization().value(),
        user.value(),
        id);
  }

  void delete(Recording recording, UserId user, UUID id) {
    sql.updateOne(
        "DELETE FROM iam_passkeys WHERE organization_id = ? AND user_id = ? AND id = ?",
        recording.organization().value(),
        user.value(),
        id);
  }

  void deleteAll(Recording recording, UserId user) {
    sql.update(
        "DELETE FROM iam_passkeys WHERE organization_id = ? AND user_id = ?",
        recording.organization().value(),
        user.value());
  }

  /** The passkey of a credential id, which no two have. */
  Optional<Passkey> byCredential(byte[] credentialId) {
    return sql.first(
        """
        SELECT id, organization_id, user_id, credential, sign_count, backup_eligible, backed_up,
          challenged_at
        FROM iam_passkeys WHERE credential_id = ?
        """,
        PasskeyStore::read,
        (Object) credentialId);
  }

  List<byte[]> credentialIds(SignIns.Person person) {
    return sql.list(
        "SELECT credential_id FROM iam_passkeys WHERE organization_id = ? AND user_id = ?",
        row -> row.getBytes("credential_id"),
        person.organization().value(),
        person.user().value());
  }

  /** The images of a person's passkeys, oldest first. */
  List<EnrolledPasskey> ofUser(Recording recording, UserId user) {
    return sql.list(
        """
        SELECT id, backup_eligible FROM iam_passkeys
        WHERE organization_id = ? AND user_id = ? ORDER BY id
        """,
        row ->
            new EnrolledPasskey(
                row.getObject("id", UUID.class), user, row.getBoolean("backup_eligible")),
        recording.organization().value(),
        user.value());
  }

  /** A person's passkeys as the wire shows them, oldest first. */
  List<PasskeyView> views(OrganizationId organization, UserId user) {
    return sql.list(
        """
        SELECT id, name, backup_eligible, backed_up, created_at, last_used_at FROM iam_passkeys
        WHERE organization_id = ? AND user_id = ? ORDER BY id
        """,
        row ->
            new PasskeyView(
                row.getString("id"),
                user.toString(),
                row.getString("name"),
                row.getBoolean("backup_eligible"),
                row.getBoolean("backed_up"),
                Sql.instant(row, "created_at"),
                Sql.instantOrNull(row, "last_used_at")),
        organization.value(),
        user.value());
  }

  private static Passkey read(ResultSet row) throws SQLException {
    return new Passkey(
        row.getObject("id", UUID.class),
        person(row),
        row.getBytes("credential"),
        row.getLong("sign_count"),
        row.getBoolean("backup_eligible"),
        row.getBoolean("backed_up"),
        Sql.instant(row, "challenged_at"));
  }

  static SignIns.Person person(ResultSet row) throws SQLException {
    return new SignIns.Person(
        new OrganizationId(row.getObject("organization_id", UUID.class)),
        new UserId(row.getObject("user_id", UUID.class)));
  }
}
