package io.iamplane.chain;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.Caller;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The content of a record, before it has a place in the chain.
 *
 * @param occurredAt the time, to the microsecond, UTC
 * @param before the target's full image before the change; null if it did not exist
 * @param after the full image after it; null if it exists no more
 * @param personal the members of both images that are about the target as a person
 */
public record AuditEntry(
    UUID id,
    Instant occurredAt,
    Caller caller,
    EventType type,
    Target target,
    @Nullable JsonNode before,
    @Nullable JsonNode after,
    Set<String> personal) {

  public AuditEntry {
    personal = Set.copyOf(personal);
  }

  public record Target(String type, String id) {

    /** {@code type:id}. */
    public String text() {
      return type + ":" + id;
    }
  }

  /** The application that it is about; null when it is about none, or about several. */
  public @Nullable String application() {
    String name = target.type().equals("application") ? "key" : "application";
    JsonNode image = after == null ? before : after;
    JsonNode value = image == null ? null : image.get(name);
    return value == null || !value.isTextual() ? null : value.textValue();
  }
}
