package io.iamplane.audit.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.audit.CanonicalTime;
import io.iamplane.audit.PersonalValue;
import io.iamplane.shared.OrganizationId;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares what stands beside a record's text with the text: the columns that queries read, and the
 * personal values.
 */
final class Fields {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final OrganizationId organization;

  Fields(OrganizationId organization) {
    this.organization = organization;
  }

  /** The first column or personal value that differs from the text. */
  Optional<Finding> difference(StoredRecord row, List<PersonalValue> personal) {
    JsonNode text;
    try {
      text = JSON.readTree(row.canonical());
    } catch (JsonProcessingException e) {
      return altered(row, "canonical", "JSON", "something else");
    }
    return column(row, text).or(() -> personal(row, text, personal));
  }

  /** Whether the text tells another number than the row. */
  boolean isRenumbered(StoredRecord row) {
    try {
      String number = JSON.readTree(row.canonical()).path("seq").asText();
      return !number.equals(Long.toString(row.seq()));
    } catch (JsonProcessingException e) {
      return true;
    }
  }

  private Optional<Finding> column(StoredRecord row, JsonNode text) {
    JsonNode owner = text.path("organization_id");
    JsonNode actor = text.path("actor");
    JsonNode target = text.path("target");
    return compare(row, "seq", text.path("seq"), Long.toString(row.seq()))
        // Records of the first schema did not name it; their chain does.
        .or(() ->
            owner.isMissingNode()
                ? Optional.empty()
                : compare(row, "organization_id", owner, organization.toString()))
        .or(() -> compare(row, "id", text.path("id"), row.id().toString()))
        .or(() -> compare(row, "occurred_at", text.path("occurred_at"), time(row)))
        .or(() -> compare(row, "event_type", text.path("event_type"), row.eventType()))
        .or(() ->
            row.actor().equals(actor.path("type").asText() + ":" + actor.path("id").asText())
                ? Optional.empty()
                : altered(row, "actor", actor.toString(), row.actor()))
        .or(() -> compare(row, "target_type", target.path("type"), row.targetType()))
        .or(() -> compare(row, "target_id", target.path("id"), row.targetId()))
        .or(() -> compare(row, "application", text.path("application"), row.application()))
        .or(() -> compare(row, "risk_level", text.path("risk_level"), row.riskLevel()))
        .or(() -> compare(row, "correlation_id", text.path("correlation_id"), row.correlationId()));
  }

  private static Optional<Finding> personal(
      StoredRecord row, JsonNode text, List<PersonalValue> personal) {
    for (PersonalValue value : personal) {
      String digest = HexFormat.of().formatHex(value.digest());
      String expected = text.at(value.path()).path(PersonalValue.DIGEST).asText();
      if (!digest.equals(expected)) {
        return altered(row, value.path(), expected, digest);
      }
    }
    return Optional.empty();
  }

  private static String time(StoredRecord row) {
    return CanonicalTime.text(row.occurredAt());
  }

  private static Optional<Finding> compare(
      StoredRecord row, String name, JsonNode text, @Nullable String column) {
    return Objects.equals(text.textValue(), column)
        ? Optional.empty()
        : altered(row, name, text.asText(), String.valueOf(column));
  }

  private static Optional<Finding> altered(
      StoredRecord row, String name, String expected, String found) {
    return Optional.of(
        new Finding(Cause.RECORD_ALTERED, row.seq(), name + " " + expected, name + " " + found));
  }
}
