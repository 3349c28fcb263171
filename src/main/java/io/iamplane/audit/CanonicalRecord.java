package io.iamplane.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.Caller;
import io.iamplane.shared.CanonicalJson;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** The text of a record as it is hashed and stored: RFC 8785 over every field but the hashes. */
final class CanonicalRecord {

  /** Always six digits of fraction, as PostgreSQL stores them, so that one time has one text. */
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private CanonicalRecord() {}

  static String of(AuditEntry entry, long seq) {
    ObjectNode record = JsonNodeFactory.instance.objectNode();
    Caller caller = entry.caller();
    record.put("id", entry.id().toString());
    // The number stands as text: RFC 8785 numbers are doubles, exact to 2^53 only.
    record.put("seq", Long.toString(seq));
    record.put("occurred_at", time(entry.occurredAt()));
    record.put("event_type", entry.type().wire());
    record.put("risk_level", entry.type().risk().wire());
    record.put("correlation_id", caller.origin().correlationId());
    record.set("actor", actor(caller));
    record.putObject("target").put("type", entry.target().type()).put("id", entry.target().id());
    set(record, "before", entry.before());
    set(record, "after", entry.after());
    return CanonicalJson.of(record.toString());
  }

  static String time(Instant instant) {
    return MICROSECONDS.format(instant);
  }

  private static ObjectNode actor(Caller caller) {
    ObjectNode actor = JsonNodeFactory.instance.objectNode();
    actor.put("organization_id", caller.organization().toString());
    actor.put("type", caller.subject().type());
    actor.put("id", caller.subject().id());
    actor.put("aal", caller.aal().wire());
    String clientId = caller.clientId();
    if (clientId != null) {
      actor.put("client_id", clientId);
    }
    return actor;
  }

  private static void set(ObjectNode record, String field, @Nullable JsonNode value) {
    if (value != null) {
      record.set(field, value);
    }
  }
}
