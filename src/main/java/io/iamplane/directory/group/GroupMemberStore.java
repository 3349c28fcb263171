package io.iamplane.directory.group;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** The rows of {@code iam_group_members}. */
@ApplicationScoped
class GroupMemberStore {

  private static final String SELECT =
      """
      SELECT id, group_id, member_type, member_id, condition, valid_from, valid_until,
        created_at
      FROM iam_group_members WHERE organization_id = ?
      """;

  private final Sql sql;

  GroupMemberStore(Sql sql) {
    this.sql = sql;
  }

  Optional<GroupMember> find(OrganizationId organization, UUID group, SubjectRef member) {
    return sql.first(
        SELECT + " AND group_id = ? AND member_type = ? AND member_id = ?",
        GroupMemberStore::read,
        organization.value(),
        group,
        member.type(),
        member.id());
  }

  /** Whether a subject is in a group, also through other groups, whatever the conditions say. */
  boolean reaches(OrganizationId organization, SubjectRef subject, UUID group) {
    return sql.first(
            """
            WITH RECURSIVE up AS (
              SELECT group_id FROM iam_group_members
              WHERE organization_id = ? AND member_type = ? AND member_id IN (?, '*')
              UNION
              SELECT m.group_id FROM iam_group_members m
              JOIN up ON m.member_id IN (up.group_id::text, '*')
              WHERE m.organization_id = ? AND m.member_type = 'group')
            SELECT 1 FROM up WHERE group_id = ? LIMIT 1
            """,
            row -> true,
            organization.value(),
            subject.type(),
            subject.id(),
            organization.value(),
            group)
        .orElse(false);
  }

  void forEach(OrganizationId organization, Consumer<GroupMember> each) {
    sql.forEach(SELECT, row -> each.accept(read(row)), organization.value());
  }

  void insert(Recording recording, GroupMember member) {
    sql.updateOne(
        """
        INSERT INTO iam_group_members (id, organization_id, group_id, member_type, member_id,
          condition, valid_from, valid_until, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        member.id(),
        recording.organization().value(),
        member.groupId(),
        member.member().type(),
        member.member().id(),
        member.condition(),
        member.validFrom(),
        member.validUntil(),
        member.createdAt());
  }

  void delete(Recording recording, GroupMember member) {
    sql.updateOne(
        "DELETE FROM iam_group_members WHERE organization_id = ? AND id = ?",
        recording.organization().value(),
        member.id());
  }

  private static GroupMember read(ResultSet row) throws SQLException {
    return new GroupMember(
        row.getObject("id", UUID.class),
        row.getObject("group_id", UUID.class),
        new SubjectRef(row.getString("member_type"), row.getString("member_id")),
        row.getString("condition"),
        Sql.instantOrNull(row, "valid_from"),
        Sql.instantOrNull(row, "valid_until"),
        Sql.instant(row, "created_at"));
  }
}
