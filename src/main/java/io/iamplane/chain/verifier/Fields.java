package io.iamplane.chain.verifier;

import io.iamplane.chain.CanonicalTime;
import io.iamplane.chain.PersonalValue;
import io.iamplane.shared.OrganizationId;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares a record's text with the columns of its row and with the personal values. */
final class Fields {

  private static final HexFormat HEX = HexFormat.of();
  private static final String CANONICAL = "in the form of RFC 8785";

  private final String organization;

  Fields(OrganizationId organization) {
    this.organization = organization.toString();
  }

  /** The first column or personal value that differs from the row's text, given in UTF-8. */
  Optional<Finding> difference(StoredRecord row, byte[] canonical, List<PersonalValue> personal) {
    Optional<String> fault = CanonicalForm.fault(row.canonical());
    if (fault.isPresent()) {
      return altered(row, "canonical", CANONICAL, fault.get());
    }
    RecordText text = RecordText.read(canonical, !personal.isEmpty()).orElse(null);
    if (text == null) {
      return altered(row, "canonical", "as a JSON object", "as something else");
    }
    return column(row, text).or(() -> personal(row, text, personal));
  }

  static boolean isRenumbered(StoredRecord row, byte[] canonical) {
    return RecordText.read(canonical, false)
        .map(text -> !Long.toString(row.seq()).equals(text.member("seq")))
        .orElse(true);
  }

  private Optional<Finding> column(StoredRecord row, RecordText text) {
    for (Column column : columns(row, text)) {
      if (!Objects.equals(column.text(), column.stored())) {
        return altered(
            row, column.name(), String.valueOf(column.text()), String.valueOf(column.stored()));
      }
    }
    return Optional.empty();
  }

  private record Column(String name, @Nullable String text, @Nullable String stored) {}

  private List<Column> columns(StoredRecord row, RecordText text) {
    // Records of the first schema did not name it; their chain does.
    String owner = text.names("organization_id") ? text.member("organization_id") : organization;
    return List.of(
        new Column("seq", text.member("seq"), Long.toString(row.seq())),
        new Column("organization_id", owner, organization),
        new Column("id", text.member("id"), row.id().toString()),
        new Column("occurred_at", text.member("occurred_at"), CanonicalTime.text(row.occurredAt())),
        new Column("event_type", text.member("event_type"), row.eventType()),
        new Column("actor", text.member("actor/type") + ":" + text.member("actor/id"), row.actor()),
        new Column("target_type", text.member("target/type"), row.targetType()),
        new Column("target_id", text.member("target/id"), row.targetId()),
        new Column("application", text.member("application"), row.application()),
        new Column("risk_level", text.member("risk_level"), row.riskLevel()),
        new Column("correlation_id", text.member("correlation_id"), row.correlationId()));
  }

  private static Optional<Finding> personal(
      StoredRecord row, RecordText text, List<PersonalValue> personal) {
    for (PersonalValue value : personal) {
      Optional<String> fault = fault(value);
      if (fault.isPresent()) {
        return altered(row, value.path(), CANONICAL + ", with a salt of 32 bytes", fault.get());
      }
      String digest = HEX.formatHex(value.digest());
      String expected = text.digest(value.path());
      if (!digest.equals(expected)) {
        return altered(row, value.path(), expected, digest);
      }
      String subject = subject(text, value.path());
      if (!subject.equals(value.subject())) {
        // An erasure searches by it.
        return altered(row, value.path() + " of", subject, value.subject());
      }
    }
    return Optional.empty();
  }

  /** One value and salt alone have a digest: other texts for the value have others. */
  private static Optional<String> fault(PersonalValue value) {
    return value.salt().length == PersonalValue.SALT_BYTES
        ? CanonicalForm.fault(value.value())
        : Optional.of("with a salt of %d bytes".formatted(value.salt().length));
  }

  /** The origin of a caller is the actor's data; the images hold the target's. */
  private static String subject(RecordText text, String path) {
    String owner = path.equals("/ip") || path.equals("/user_agent") ? "actor" : "target";
    return text.member(owner + "/type") + ":" + text.member(owner + "/id");
  }

  private static Optional<Finding> altered(
      StoredRecord row, String name, String expected, String found) {
    return Optional.of(
        new Finding(
            FindingCause.RECORD_ALTERED, row.seq(), name + " " + expected, name + " " + found));
  }
}
