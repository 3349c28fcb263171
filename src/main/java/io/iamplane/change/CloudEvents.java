package io.iamplane.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.chain.AuditEntry;
import io.iamplane.chain.AuditRecord;
import io.iamplane.change.OutboxStore.OutboxMessage;
import io.iamplane.shared.InstallationConfig;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes events in the JSON format of CloudEvents 1.0 (section 3). */
@Singleton
class CloudEvents {

  private final String source;

  CloudEvents(InstallationConfig installation) {
    this.source = installation.issuer();
  }

  OutboxMessage message(OrganizationId organization, long version, UUID id, AuditRecord record) {
    AuditEntry entry = record.entry();
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("specversion", "1.0");
    event.put("id", id.toString());
    event.put("source", source);
    event.put("type", entry.type().wire());
    event.put("subject", entry.target().type() + ":" + entry.target().id());
    event.put("time", entry.occurredAt().toString());
    event.put("datacontenttype", "application/json");
    event.set("data", data(organization, version, record));
    return new OutboxMessage(
        id, record.seq(), entry.type().wire(), event.toString(), entry.occurredAt());
  }

  private static ObjectNode data(OrganizationId organization, long version, AuditRecord record) {
    AuditEntry entry = record.entry();
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.put("organization_id", organization.toString());
    data.putObject("target").put("type", entry.target().type()).put("id", entry.target().id());
    set(data, "before", entry.before());
    set(data, "after", entry.after());
    data.put("risk_level", entry.type().risk().wire());
    data.put("policy_version", version);
    data.put("seq", record.seq());
    return data;
  }

  private static void set(ObjectNode data, String field, @Nullable JsonNode value) {
    if (value != null) {
      data.set(field, value);
    }
  }
}
