package io.iamplane.directory.group;

import io.iamplane.change.Recording;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
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

  /** The groups that a subject is in; takes organization, type, id and organization again. */
  private static final String UP =
      """
      WITH RECURSIVE up AS (
        SELECT group_id FROM iam_group_members
        WHERE organization_id = ? AND member_type = ? AND member_id IN (?, '*')
        UNION
        SELECT m.group_id FROM iam_group_members m
        JOIN up ON m.member_id IN (up.group_id::text, '*')
        WHERE m.organization_id = ? AND m.member_type = 'group')
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
            UP + "SELECT 1 FROM up WHERE group_id = ? LIMIT 1",
            row -> true,
            organization.value(),
            subject.type(),
            subject.id(),
            organization.value(),
            group)
        .orElse(false);
  }

  Page<GroupMember> page(OrganizationId organization, UUID group, PageRequest page) {
    Keyset query = query(organization, group, page);
    return Page.cut(
        sql.list(query, GroupMemberStore::read), page.limit(), member -> member.id().toString());
  }

  static Keyset query(OrganizationId organization, UUID group, PageRequest page) {
    return Keyset.of(SELECT, "id", organization.value())
        .filter("group_id = ?", group)
        .after(page.afterId())
        .rows(page.limit() + 1);
  }

  /** The groups that a subject is in, also through other groups, whatever the conditions say. */
  List<UUID> above(OrganizationId organization, SubjectRef subject) {
    return sql.list(
        UP + "SELECT group_id FROM up",
        row -> row.getObject("group_id", UUID.class),
        organization.value(),
        subject.type(),
        subject.id(),
        organization.value());
  }

  /**
   * The users and service accounts in some groups, also through other groups, whatever the
   * conditions say; everyone of a type is not spelt out.
   */
  List<SubjectRef> within(OrganizationId organization, List<UUID> groups) {
    return sql.list(
        """
        WITH RECURSIVE down AS (
          SELECT unnest(?::uuid[]) AS group_id
          UNION
          SELECT m.member_id::uuid FROM iam_group_members m
          JOIN down ON m.group_id = down.group_id
          WHERE m.organization_id = ? AND m.member_type = 'group' AND m.member_id <> '*')
        SELECT DISTINCT m.member_type, m.member_id FROM iam_group_members m
        JOIN down ON m.group_id = down.group_id
        WHERE m.organization_id = ? AND m.member_type IN ('user', 'service_account')
        """,
        row -> new SubjectRef(row.getString("member_type"), row.getString("member_id")),
        groups.toArray(UUID[]::new),
        organization.value(),
        organization.value());
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
