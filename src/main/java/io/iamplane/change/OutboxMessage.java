package io.iamplane.change;

import java.time.Instant;
import java.util.UUID;

/**
 * An announcement that waits for its delivery.
 *
 * @param seq the audit record's number of the same transaction
 * @param type the event's name, such as {@code iam.grant.created}
 * @param body a CloudEvents 1.0 event in its JSON format
 */
public record OutboxMessage(UUID id, long seq, String type, String body, Instant createdAt) {}
