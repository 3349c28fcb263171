package io.iamplane.signin.passkey;

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

/** Passkeys, and the links by which people enrol them. */
@Singleton
class PasskeyQuery {

  private final Sql sql;

  PasskeyQuery(Sql sql) {
    this.sql = sql;
  }

  /** The passkey of a credential id, which no two have. */
  Optional<Passkey> byCredential(byte[] credentialId) {
    return sql.first(
        """
        SELECT id, organization_id, user_id, credential, sign_count, backup_eligible, backed_up,
          challenged_at
        FROM iam_passkeys WHERE credential_id = ?
        """,
        PasskeyQuery::read,
        (Object) credentialId);
  }

  /** The credential ids of a person's passkeys. */
  List<byte[]> credentialIds(SignIns.Person person) {
    return sql.list(
        "SELECT credential_id FROM iam_passkeys WHERE organization_id = ? AND user_id = ?",
        row -> row.getBytes("credential_id"),
        person.organization().value(),
        person.user().value());
  }

  /** The images of a person's passkeys, oldest first. */
  List<EnrolledPasskey> ofUser(OrganizationId organization, UserId user) {
    return sql.list(
        """
        SELECT id, backup_eligible FROM iam_passkeys
        WHERE organization_id = ? AND user_id = ? ORDER BY id
        """,
        row ->
            new EnrolledPasskey(
                row.getObject("id", UUID.class), user, row.getBoolean("backup_eligible")),
        organization.value(),
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

  /** Returns true if a link for the person is open. */
  boolean isInvited(OrganizationId organization, UserId user, Instant now) {
    return sql.first(
            """
            SELECT 1 FROM iam_invitations
            WHERE organization_id = ? AND user_id = ? AND expires_at > ?
            """,
            row -> true,
            organization.value(),
            user.value(),
            now)
        .isPresent();
  }

  /** Finds the active person of an invitation that has not expired. */
  Optional<SignIns.Person> invited(byte[] secretHash, Instant now) {
    return sql.first(
        """
        SELECT organization_id, user_id FROM iam_invitations
        WHERE secret_hash = ? AND expires_at > ?
        """,
        PasskeyQuery::person,
        secretHash,
        now);
  }

  /** Returns true if neither the person nor the organization is suspended. */
  boolean isActive(SignIns.Person person) {
    return sql.first(
            """
            SELECT u.id FROM iam_users u JOIN iam_organizations o ON o.id = u.organization_id
            WHERE u.organization_id = ? AND u.id = ? AND u.status = 'active'
              AND o.status = 'active'
            """,
            row -> row.getObject("id", UUID.class),
            person.organization().value(),
            person.user().value())
        .isPresent();
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

  private static SignIns.Person person(ResultSet row) throws SQLException {
    return new SignIns.Person(
        new OrganizationId(row.getObject("organization_id", UUID.class)),
        new UserId(row.getObject("user_id", UUID.class)));
  }
}
