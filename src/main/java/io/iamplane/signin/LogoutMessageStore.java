package io.iamplane.signin;

import io.iamplane.database.Sql;
import io.iamplane.job.ExpiringRows;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The rows of {@code iam_logout_messages}. */
@Singleton
class LogoutMessageStore implements ExpiringRows {

  /** Longer than all pauses together; no older message is of use to anyone. */
  static final Duration RETENTION = Duration.ofHours(6);

  private final Sql sql;

  LogoutMessageStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Finds organizations with messages that are due, in the order of their ids. Costs two looks into
   * an index for each organization that has any message, whatever their number.
   *
   * @param after the organization to begin behind
   */
  List<OrganizationId> organizations(Instant now, UUID after, int most) {
    return sql.list(
        """
        WITH RECURSIVE o (id) AS (
          (SELECT organization_id FROM iam_logout_messages
            WHERE organization_id > ? ORDER BY organization_id LIMIT 1)
          UNION ALL
          SELECT (SELECT m.organization_id FROM iam_logout_messages m
            WHERE m.organization_id > o.id ORDER BY m.organization_id LIMIT 1)
          FROM o WHERE o.id IS NOT NULL)
        SELECT id FROM o WHERE EXISTS (
          SELECT 1 FROM iam_logout_messages m WHERE m.organization_id = o.id AND m.due_at <= ?)
        LIMIT ?
        """,
        row -> new OrganizationId(row.getObject("id", UUID.class)),
        after,
        now,
        most);
  }

  /**
   * Finds messages of an organization that are due. Locks them, and skips those that another
   * replica has locked.
   */
  List<LogoutMessage> due(OrganizationId organization, Instant now, int most) {
    return sql.list(
        """
        SELECT id, organization_id, client_id, session_id, tries FROM iam_logout_messages
        WHERE organization_id = ? AND due_at <= ? ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED
        """,
        row ->
            new LogoutMessage(
                row.getObject("id", UUID.class),
                new OrganizationId(row.getObject("organization_id", UUID.class)),
                row.getString("client_id"),
                row.getObject("session_id", UUID.class),
                row.getInt("tries")),
        organization.value(),
        now,
        most);
  }

  /** Keeps messages for this process until a time, at which they are due again. */
  void lease(List<LogoutMessage> messages, Instant until) {
    sql.update(
        "UPDATE iam_logout_messages SET due_at = ? WHERE id = ANY (?)",
        until,
        messages.stream().map(LogoutMessage::id).toArray(UUID[]::new));
  }

  /** Notes a failed attempt, and when the next one is due. */
  void retry(LogoutMessage message, Instant dueAt) {
    sql.update(
        "UPDATE iam_logout_messages SET tries = tries + 1, due_at = ? WHERE id = ?",
        dueAt,
        message.id());
  }

  /** Removes a message that was taken, that no one asks for, or that was tried too often. */
  void remove(LogoutMessage message) {
    sql.update("DELETE FROM iam_logout_messages WHERE id = ?", message.id());
  }

  @Override
  public String rows() {
    return "logout messages";
  }

  /** Removes old messages, tried or not. */
  @Override
  public int removeExpired(Instant now, int most) {
    return sql.update(
        """
        DELETE FROM iam_logout_messages WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM iam_logout_messages WHERE created_at <= ?
          ORDER BY created_at LIMIT ? FOR UPDATE SKIP LOCKED))
        """,
        now.minus(RETENTION),
        most);
  }
}
