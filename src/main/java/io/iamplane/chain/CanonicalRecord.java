package io.iamplane.chain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.iamplane.shared.Caller;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.OrganizationId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record's text as it is hashed and stored, RFC 8785 over every field but the hashes, and the
 * personal values that the text holds as digests only.
 */
record CanonicalRecord(String text, List<PersonalValue> personal) {

  static CanonicalRecord of(
      OrganizationId organization, AuditEntry entry, long seq, CallerTrace trace) {
    ObjectNode record = JsonNodeFactory.instance.objectNode();
    List<PersonalValue> personal = new ArrayList<>();
    Caller caller = entry.caller();
    record.put("organization_id", organization.toString());
    record.put("id", entry.id().toString());
    // The number stands as text: RFC 8785 numbers are doubles, exact to 2^53 only.
    record.put("seq", Long.toString(seq));
    record.put("occurred_at", CanonicalTime.text(entry.occurredAt()));
    record.put("event_type", entry.type().wire());
    record.put("risk_level", entry.type().risk().wire());
    record.put("correlation_id", caller.origin().correlationId());
    record.set("actor", actor(caller));
    record.putObject("target").put("type", entry.target().type()).put("id", entry.target().id());
    putText(record, "application", entry.application());
    String actor = caller.subject().toString();
    trace(record, "ip", trace.address(caller.origin()), actor, trace, personal);
    trace(record, "user_agent", trace.userAgent(caller.origin()), actor, trace, personal);
    image(record, "before", entry.before(), entry, personal);
    image(record, "after", entry.after(), entry, personal);
    return new CanonicalRecord(CanonicalJson.of(record), List.copyOf(personal));
  }

  private static ObjectNode actor(Caller caller) {
    ObjectNode actor = JsonNodeFactory.instance.objectNode();
    actor.put("organization_id", caller.organization().toString());
    actor.put("type", caller.subject().type());
    actor.put("id", caller.subject().id());
    actor.put("aal", caller.aal().wire());
    putText(actor, "client_id", caller.clientId());
    return actor;
  }

  private static void putText(ObjectNode object, String field, @Nullable String value) {
    if (value != null) {
      object.put(field, value);
    }
  }

  private static void trace(
      ObjectNode record,
      String field,
      @Nullable String value,
      String actor,
      CallerTrace trace,
      List<PersonalValue> personal) {
    if (value == null) {
      return;
    }
    if (trace.isErasable()) {
      PersonalValue apart = PersonalValue.of("/" + field, actor, TextNode.valueOf(value));
      record.set(field, apart.inRecord());
      personal.add(apart);
    } else {
      record.put(field, value);
    }
  }

  private static void image(
      ObjectNode record,
      String field,
      @Nullable JsonNode image,
      AuditEntry entry,
      List<PersonalValue> personal) {
    if (image == null) {
      return;
    }
    if (entry.personal().isEmpty() || !(image instanceof ObjectNode object)) {
      record.set(field, image);
      return;
    }
    ObjectNode shown = object.deepCopy();
    for (String member : entry.personal().stream().sorted().toList()) {
      JsonNode value = object.get(member);
      if (value != null && !value.isNull()) {
        PersonalValue apart =
            PersonalValue.of("/" + field + "/" + pointer(member), entry.target().text(), value);
        shown.set(member, apart.inRecord());
        personal.add(apart);
      }
    }
    record.set(field, shown);
  }

  private static String pointer(String member) {
    return member.replace("~", "~0").replace("/", "~1");
  }
}
