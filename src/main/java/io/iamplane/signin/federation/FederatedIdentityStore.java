package io.iamplane.signin.federation;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.directory.group.GroupId;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The rows of {@code iam_federated_identities}, and of {@code iam_federated_members}, which mark
 * the memberships that came of claims.
 */
@Singleton
class FederatedIdentityStore {

  private final Sql sql;

  FederatedIdentityStore(Sql sql) {
    this.sql = sql;
  }

  /** A person at the provider, bound to a person here; linked if that was here before. */
  record Identity(UserId user, boolean linked) {}

  /** A membership that came of a claim. */
  record Given(UserId user, GroupId group) {

    SubjectRef groupSubject() {
      return new SubjectRef(SubjectRef.GROUP, group.toString());
    }
  }

  Optional<Identity> find(Recording recording, String issuer, String subject) {
    return sql.first(
        """
        SELECT user_id, linked FROM iam_federated_identities
        WHERE organization_id = ? AND issuer = ? AND subject = ?
        """,
        row -> new Identity(new UserId(row.getObject("user_id", UUID.class)), row.getBoolean(2)),
        recording.organization().value(),
        issuer,
        subject);
  }

  boolean isBound(Recording recording, UserId user) {
    return sql.exists(
        "SELECT 1 FROM iam_federated_identities WHERE organization_id = ? AND user_id = ?",
        recording.organization().value(),
        user.value());
  }

  /** Returns true if a rule bound a person who was here before to an identity. */
  boolean isLinked(OrganizationId organization, UserId user) {
    return sql.exists(
        """
        SELECT 1 FROM iam_federated_identities
        WHERE organization_id = ? AND user_id = ? AND linked
        """,
        organization.value(),
        user.value());
  }

  void insert(Recording recording, String issuer, String subject, Identity identity) {
    sql.updateOne(
        """
        INSERT INTO iam_federated_identities (organization_id, issuer, subject, user_id, linked,
          created_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        recording.organization().value(),
        issuer,
        subject,
        identity.user().value(),
        identity.linked(),
        recording.at());
  }

  void delete(Recording recording, UserId user) {
    sql.update(
        "DELETE FROM iam_federated_identities WHERE organization_id = ? AND user_id = ?",
        recording.organization().value(),
        user.value());
  }

  /** Forgets some identities of an organization; returns how many. */
  int deleteSome(Recording recording, int most) {
    return sql.update(
        """
        DELETE FROM iam_federated_identities WHERE organization_id = ? AND user_id IN (
          SELECT user_id FROM iam_federated_identities WHERE organization_id = ? LIMIT ?)
        """,
        recording.organization().value(),
        recording.organization().value(),
        most);
  }

  List<Given> given(OrganizationId organization, UserId user) {
    return sql.list(
        """
        SELECT f.user_id, m.group_id FROM iam_federated_members f
        JOIN iam_group_members m ON m.organization_id = f.organization_id AND m.id = f.member_id
        WHERE f.organization_id = ? AND f.user_id = ?
        """,
        FederatedIdentityStore::readGiven,
        organization.value(),
        user.value());
  }

  /** Some of the memberships of all people that came of claims. */
  List<Given> given(Recording recording, int most) {
    return sql.list(
        """
        SELECT f.user_id, m.group_id FROM iam_federated_members f
        JOIN iam_group_members m ON m.organization_id = f.organization_id AND m.id = f.member_id
        WHERE f.organization_id = ? LIMIT ?
        """,
        FederatedIdentityStore::readGiven,
        recording.organization().value(),
        most);
  }

  private static Given readGiven(ResultSet row) throws SQLException {
    return new Given(
        new UserId(row.getObject(1, UUID.class)), new GroupId(row.getObject(2, UUID.class)));
  }

  /** Returns true if a person is a member of a group, on any terms. */
  boolean isMember(Recording recording, GroupId group, UserId user) {
    return sql.exists(
        """
        SELECT 1 FROM iam_group_members WHERE organization_id = ? AND group_id = ?
          AND member_type = 'user' AND member_id = ?
        """,
        recording.organization().value(),
        group.value(),
        user.toString());
  }

  void mark(Recording recording, GroupMember member, UserId user) {
    sql.updateOne(
        """
        INSERT INTO iam_federated_members (organization_id, member_id, user_id) VALUES (?, ?, ?)
        """,
        recording.organization().value(),
        member.id(),
        user.value());
  }

  /** Leaves a membership to administrators. */
  void unmark(Recording recording, Given given) {
    sql.update(
        """
        DELETE FROM iam_federated_members f USING iam_group_members m
        WHERE m.organization_id = f.organization_id AND m.id = f.member_id
          AND f.organization_id = ? AND f.user_id = ? AND m.group_id = ?
        """,
        recording.organization().value(),
        given.user().value(),
        given.group().value());
  }
}
