package io.iamplane.webhook.feed;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads events in commit order. A number is given under the lock of the chain's head, so that none
 * smaller than one that was seen appears later.
 */
@Singleton
class EventFeed {

  private final Sql sql;
  private final Transactions transactions;
  private final JsonColumns json;

  EventFeed(Sql sql, Transactions transactions, JsonColumns json) {
    this.sql = sql;
    this.transactions = transactions;
    this.json = json;
  }

  private record Event(long seq, String type, String body) {}

  /** One event, or none where nothing came after. */
  private record Row(long prunedThrough, @Nullable Event event) {}

  /** The events after a number; those of types that are not {@code readable} are only counted. */
  EventFeedView after(OrganizationId organization, long after, int limit, Set<String> readable) {
    List<Row> rows = transactions.call(() -> read(organization, after, limit));
    List<Event> events = rows.stream().map(Row::event).filter(event -> event != null).toList();
    List<JsonNode> shown =
        events.stream()
            .filter(event -> readable.contains(event.type()))
            .map(event -> json.tree(event.body()))
            .toList();
    return new EventFeedView(
        shown,
        events.isEmpty() ? after : events.getLast().seq(),
        rows.getFirst().prunedThrough(),
        events.size() - shown.size());
  }

  /** By one statement, which sees the events and how far they were pruned at one moment. */
  private List<Row> read(OrganizationId organization, long after, int limit) {
    return sql.list(
        """
        SELECT p.pruned_through, m.seq, m.event_type, m.body
        FROM (SELECT coalesce(max(pruned_through), 0) AS pruned_through
          FROM iam_outbox_pruned WHERE organization_id = ?) p
        LEFT JOIN LATERAL (SELECT seq, event_type, body FROM iam_outbox_messages
          WHERE organization_id = ? AND seq > ? ORDER BY seq LIMIT ?) m ON true
        ORDER BY m.seq
        """,
        EventFeed::row,
        organization.value(),
        organization.value(),
        after,
        limit);
  }

  private static Row row(ResultSet row) throws SQLException {
    String body = row.getString("body");
    return new Row(
        row.getLong("pruned_through"),
        body == null ? null : new Event(row.getLong("seq"), row.getString("event_type"), body));
  }
}
