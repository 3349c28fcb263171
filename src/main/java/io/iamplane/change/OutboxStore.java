package io.iamplane.change;

import io.iamplane.database.Columns;
import io.iamplane.database.RoundTrip;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Takes messages in the transaction of the change that they announce: none is sent for a change
 * that rolled back, none is lost for one that committed.
 */
@Singleton
public class OutboxStore {

  /**
   * An announcement that waits for its delivery.
   *
   * @param seq the audit record's number of the same transaction
   * @param type the event's name, such as {@code iam.grant.created}
   * @param body a CloudEvents 1.0 event in its JSON format
   */
  public record OutboxMessage(UUID id, long seq, String type, String body, Instant createdAt) {}

  public void put(OrganizationId organization, List<OutboxMessage> messages, RoundTrip trip) {
    Columns<OutboxMessage> of = new Columns<>(messages);
    trip.update(
        messages.size(),
        """
        INSERT INTO iam_outbox_messages (organization_id, seq, id, event_type, body, created_at)
        SELECT unnest(?::uuid[]), unnest(?::bigint[]), unnest(?::uuid[]), unnest(?::text[]),
          unnest(?::text[]), unnest(?::timestamptz[])
        """,
        of.ids(_ -> organization.value()),
        of.numbers(OutboxMessage::seq),
        of.ids(OutboxMessage::id),
        of.texts(OutboxMessage::type),
        of.texts(OutboxMessage::body),
        of.times(OutboxMessage::createdAt));
  }
}
