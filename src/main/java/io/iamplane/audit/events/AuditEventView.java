package io.iamplane.audit.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A record of the audit log. An erased personal value is shown as the salted digest of the chain:
 * {@code {"sha256": "…"}}.
 *
 * @param seq its number in the organization's chain, from 1, without gaps
 * @param before the target's image before the change
 * @param after the image after it
 * @param hash of the record in the chain, in hexadecimal digits
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditEventView(
    String id,
    long seq,
    Instant occurredAt,
    String eventType,
    String riskLevel,
    Map<String, Object> actor,
    Map<String, Object> target,
    @Nullable String application,
    String correlationId,
    @Nullable Object ip,
    @Nullable Object userAgent,
    @Nullable Object before,
    @Nullable Object after,
    String hash) {

  /** Takes the canonical text's members, personal values put back where they were not erased. */
  static AuditEventView of(
      long seq, UUID id, Instant occurredAt, byte[] hash, Map<String, Object> fields) {
    return new AuditEventView(
        id.toString(),
        seq,
        occurredAt,
        text(fields, "event_type"),
        text(fields, "risk_level"),
        object(fields, "actor"),
        object(fields, "target"),
        fields.get("application") instanceof String application ? application : null,
        text(fields, "correlation_id"),
        fields.get("ip"),
        fields.get("user_agent"),
        fields.get("before"),
        fields.get("after"),
        HexFormat.of().formatHex(hash));
  }

  private static String text(Map<String, Object> fields, String name) {
    return String.valueOf(fields.get(name));
  }

  private static Map<String, Object> object(Map<String, Object> fields, String name) {
    Map<String, Object> object = new TreeMap<>();
    if (fields.get(name) instanceof Map<?, ?> map) {
      map.forEach((key, value) -> object.put(String.valueOf(key), value));
    }
    return object;
  }
}
