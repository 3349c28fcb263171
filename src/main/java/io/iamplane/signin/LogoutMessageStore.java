package io.iamplane.signin;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** The rows of {@code iam_logout_messages}. */
@Singleton
class LogoutMessageStore {

  /** Longer than all pauses together; no older message is of use to anyone. */
  static final Duration RETENTION = Duration.ofHours(6);

  private final Sql sql;

  LogoutMessageStore(Sql sql) {
    this.sql = sql;
  }

  /** A session's end, for one client, after some attempts. */
  record LogoutMessage(
      UUID id, OrganizationId organization, String clientId, UUID session, int tries) {}

  /**
   * Finds organizations after {@code after} with due messages, in the order of their ids. Costs two
   * looks into an index for each organization that has any message, whatever their number.
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
   * Finds messages of an organization that are due, the first of each client that does not rest, in
   * no order: no client's number of messages counts. Locks them, and skips those that another
   * replica has locked. Costs two looks into an index for each client that has any message,
   * whatever their number.
   */
  List<LogoutMessage> due(
      OrganizationId organization, Instant now, Collection<String> resting, int most) {
    return sql.list(
        """
        WITH RECURSIVE c (id) AS (
          (SELECT client_id FROM iam_logout_messages
            WHERE organization_id = ? ORDER BY client_id LIMIT 1)
          UNION ALL
          SELECT (SELECT m.client_id FROM iam_logout_messages m
            WHERE m.organization_id = ? AND m.client_id > c.id ORDER BY m.client_id LIMIT 1)
          FROM c WHERE c.id IS NOT NULL)
        SELECT id, organization_id, client_id, session_id, tries FROM iam_logout_messages
        WHERE id = ANY (ARRAY (
          SELECT d.id FROM c CROSS JOIN LATERAL (
            SELECT m.id FROM iam_logout_messages m
            WHERE m.organization_id = ? AND m.client_id = c.id AND m.due_at <= ?
            ORDER BY m.due_at LIMIT 1) d
          WHERE c.id <> ALL (?) ORDER BY random() LIMIT ?))
          AND due_at <= ?
        FOR UPDATE SKIP LOCKED
        """,
        LogoutMessageStore::read,
        organization.value(),
        organization.value(),
        organization.value(),
        now,
        resting.toArray(String[]::new),
        most,
        now);
  }

  /** Keeps messages for this process until a time, at which they are due again. */
  void lease(List<LogoutMessage> messages, Instant until) {
    sql.update(
        "UPDATE iam_logout_messages SET due_at = ? WHERE id = ANY (?)", until, ids(messages));
  }

  /** Notes a failed attempt, and when the next one is due. */
  void retry(LogoutMessage message, Instant dueAt) {
    sql.update(
        "UPDATE iam_logout_messages SET tries = tries + 1, due_at = ? WHERE id = ?",
        dueAt,
        message.id());
  }

  /** Removes messages that were taken, that no one asks for, or that are given up. */
  void remove(List<LogoutMessage> messages) {
    sql.update("DELETE FROM iam_logout_messages WHERE id = ANY (?)", (Object) ids(messages));
  }

  /** Finds old messages, tried or not. Locks them, and skips those that someone has locked. */
  List<LogoutMessage> old(Instant now, int most) {
    return sql.list(
        """
        SELECT id, organization_id, client_id, session_id, tries FROM iam_logout_messages
        WHERE created_at <= ? ORDER BY created_at LIMIT ? FOR UPDATE SKIP LOCKED
        """,
        LogoutMessageStore::read,
        now.minus(RETENTION),
        most);
  }

  private static UUID[] ids(List<LogoutMessage> messages) {
    return messages.stream().map(LogoutMessage::id).toArray(UUID[]::new);
  }

  private static LogoutMessage read(ResultSet row) throws SQLException {
    return new LogoutMessage(
        row.getObject("id", UUID.class),
        new OrganizationId(row.getObject("organization_id", UUID.class)),
        row.getString("client_id"),
        row.getObject("session_id", UUID.class),
        row.getInt("tries"));
  }
}
