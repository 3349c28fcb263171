package io.iamplane.webhook.feed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/**
 * Reads events in commit order. A number is given under the lock of the chain's head, so that none
 * smaller than one that was seen appears later.
 */
@ApplicationScoped
class EventFeed {

  private final Sql sql;
  private final Transactions transactions;
  private final ObjectMapper mapper;

  EventFeed(Sql sql, Transactions transactions, ObjectMapper mapper) {
    this.sql = sql;
    this.transactions = transactions;
    this.mapper = JsonColumns.stored(mapper);
  }

  private record Row(long seq, String body) {}

  /** The events after a number. */
  EventFeedView after(OrganizationId organization, long after, int limit) {
    return transactions.call(() -> {
      List<Row> rows =
          sql.list(
              """
              SELECT seq, body FROM iam_outbox_messages
              WHERE organization_id = ? AND seq > ? ORDER BY seq LIMIT ?
              """,
              row -> new Row(row.getLong("seq"), row.getString("body")),
              organization.value(),
              after,
              limit);
      long first =
          sql.first(
                  """
                  SELECT seq FROM iam_outbox_messages WHERE organization_id = ?
                  ORDER BY seq LIMIT 1
                  """,
                  row -> row.getLong("seq"),
                  organization.value())
              .orElse(0L);
      return new EventFeedView(
          rows.stream().map(row -> parse(row.body())).toList(),
          rows.isEmpty() ? after : rows.getLast().seq(),
          first);
    });
  }

  private JsonNode parse(String body) {
    try {
      return mapper.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a message is not the JSON that was written", e);
    }
  }
}
