package io.iamplane.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.Caller;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What shall be recorded, before it has a place in the chain.
 *
 * @param occurredAt when, to the microsecond, UTC
 * @param before the target's full image before the change; null when it did not exist
 * @param after the full image after it; null when it exists no more
 */
public record AuditEntry(
    UUID id,
    Instant occurredAt,
    Caller caller,
    EventType type,
    Target target,
    @Nullable JsonNode before,
    @Nullable JsonNode after) {

  /** The thing that a record is about. */
  public record Target(String type, String id) {}
}
