package io.iamplane.signin;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The rows of {@code iam_logout_messages}. */
@Singleton
class LogoutMessageStore {

  private final Sql sql;

  LogoutMessageStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Finds messages that are due, some of each organization, and organizations in any order, so that
   * none holds the others up. Locks them, and skips those that another replica has locked.
   */
  List<LogoutMessage> due(Instant now, int mostOfAnOrganization, int most) {
    return sql.list(
        """
        SELECT m.id, m.organization_id, m.client_id, m.session_id, m.tries
        FROM (SELECT organization_id FROM iam_logout_messages
          WHERE dead_at IS NULL AND due_at <= ? GROUP BY organization_id ORDER BY random()) o
        CROSS JOIN LATERAL (SELECT id, organization_id, client_id, session_id, tries
          FROM iam_logout_messages
          WHERE organization_id = o.organization_id AND dead_at IS NULL AND due_at <= ?
          ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED) m
        LIMIT ?
        """,
        row ->
            new LogoutMessage(
                row.getObject("id", UUID.class),
                new OrganizationId(row.getObject("organization_id", UUID.class)),
                row.getString("client_id"),
                row.getObject("session_id", UUID.class),
                row.getInt("tries")),
        now,
        now,
        mostOfAnOrganization,
        most);
  }

  /** Keeps messages for this process until a time, at which they are due again. */
  void lease(List<LogoutMessage> messages, Instant until) {
    sql.update(
        "UPDATE iam_logout_messages SET due_at = ? WHERE id = ANY (?)",
        until,
        messages.stream().map(LogoutMessage::id).toArray(UUID[]::new));
  }

  /** Removes a message that was taken, or that no one asks for any more. */
  void remove(LogoutMessage message) {
    sql.update("DELETE FROM iam_logout_messages WHERE id = ?", message.id());
  }

  /** Notes a failed attempt, and when the next one is due. */
  void retry(LogoutMessage message, Instant dueAt) {
    sql.update(
        "UPDATE iam_logout_messages SET tries = tries + 1, due_at = ? WHERE id = ?",
        dueAt,
        message.id());
  }

  /** Notes that the last attempt failed. */
  void bury(LogoutMessage message, Instant at) {
    sql.update(
        "UPDATE iam_logout_messages SET tries = tries + 1, dead_at = ? WHERE id = ?",
        at,
        message.id());
  }

  /** Removes dead messages from before a time and returns their number. */
  int removeDead(Instant before, int most) {
    return sql.update(
        """
        DELETE FROM iam_logout_messages WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM iam_logout_messages WHERE dead_at <= ?
          ORDER BY dead_at LIMIT ? FOR UPDATE SKIP LOCKED))
        """,
        before,
        most);
  }
}
