package io.iamplane.decision.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Aal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the record of a decision: one JSON object on one line, its members always in the same
 * order. What is written is what the block's tree hashes; it is never written again.
 */
final class DecisionText {

  private static final String REDACTED = "[redacted]";

  /**
   * Half a surrogate pair, which UTF-8 cannot hold, must not keep a decision from being written.
   */
  private final JsonFactory json =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final Set<String> redact;

  /**
   * Makes a writer.
   *
   * @param redact the names of inputs whose values are not written
   */
  DecisionText(Set<String> redact) {
    this.redact = Set.copyOf(redact);
  }

  /** What the caller was answered. */
  static ReasonCode reason(LoggedDecision logged) {
    return logged.asking().isWithdrawn()
        ? ReasonCode.DEPENDENCY_UNAVAILABLE
        : logged.decision().reason();
  }

  /**
   * Writes the record of a decision in UTF-8.
   *
   * @param record has nothing else afterwards
   * @param name what the policy calls that which was asked
   * @param subject the entry that the request's subject stands for, {@code type:id}
   * @param reason what the caller was answered, as it is counted
   */
  void write(
      RecordLine record, LoggedDecision logged, AskedName name, String subject, ReasonCode reason) {
    record.reset();
    try (JsonGenerator to = json.createGenerator(record)) {
      to.writeStartObject();
      writeAnswer(to, logged, reason);
      writeQuestion(to, logged.request(), name, subject);
      writeInputs(to, logged);
      writeAsker(to, logged.asking());
      to.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
  }

  private static void writeAnswer(JsonGenerator to, LoggedDecision logged, ReasonCode reason)
      throws IOException {
    Decision decision = logged.decision();
    to.writeStringField("id", logged.id().toString());
    to.writeStringField("at", logged.at().toString());
    to.writeStringField("kind", logged.asking().kind().wire());
    to.writeStringField("outcome", Outcome.of(reason).wire());
    to.writeStringField("reason_code", reason.wire());
    to.writeNumberField("policy_version", decision.policyVersion());
    Aal required = decision.requiredAal();
    if (required != null) {
      to.writeStringField("required_aal", required.wire());
    }
    List<Match> matched = reason == decision.reason() ? decision.matched() : List.of();
    to.writeArrayFieldStart("matched");
    for (Match match : matched) {
      to.writeStartObject();
      to.writeStringField("type", match.type());
      to.writeStringField("key", match.key());
      to.writeStringField("id", match.id());
      to.writeEndObject();
    }
    to.writeEndArray();
  }

  private static void writeQuestion(
      JsonGenerator to, DecisionRequest request, AskedName name, String subject)
      throws IOException {
    to.writeStringField("subject", subject);
    String asked = request.subject().type() + ":" + request.subject().id();
    if (!asked.equals(subject)) {
      to.writeStringField("subject_asked", asked);
    }
    to.writeStringField("application", name.application());
    to.writeStringField("key", name.key());
    to.writeObjectFieldStart("asked");
    switch (request.asked()) {
      case Asked.Permission permission -> writeAsked(to, "permission", permission.key());
      case Asked.Relation relation -> writeAsked(to, "relation", relation.name());
      case Asked.Action action -> writeAsked(to, "action", action.name());
    }
    String application = request.asked().application();
    if (application != null) {
      to.writeStringField("application", application);
    }
    to.writeEndObject();
    Party resource = request.resource();
    if (resource != null) {
      to.writeStringField("resource", resource.type() + ":" + resource.id());
    }
    to.writeStringField("current_aal", request.currentAal().wire());
  }

  private static void writeAsked(JsonGenerator to, String type, String name) throws IOException {
    to.writeStringField("type", type);
    to.writeStringField("name", name);
  }

  private void writeInputs(JsonGenerator to, LoggedDecision logged) throws IOException {
    DecisionRequest request = logged.request();
    Party resource = request.resource();
    boolean redacted = writeInputs(to, "context", request.context());
    redacted |= writeInputs(to, "subject_properties", request.subject().properties());
    redacted |= writeInputs(to, "action_properties", request.action());
    if (resource != null) {
      redacted |= writeInputs(to, "resource_properties", resource.properties());
    }
    to.writeStringField(
        "inputs", !logged.complete() ? "omitted" : redacted ? "redacted" : "complete");
  }

  private boolean writeInputs(JsonGenerator to, String name, Map<String, Object> values)
      throws IOException {
    if (values.isEmpty()) {
      return false;
    }
    to.writeFieldName(name);
    return writeObject(to, values);
  }

  private boolean writeObject(JsonGenerator to, Map<?, ?> object) throws IOException {
    boolean redacted = false;
    to.writeStartObject();
    for (Map.Entry<?, ?> member : object.entrySet()) {
      String name = String.valueOf(member.getKey());
      to.writeFieldName(name);
      if (redact.contains(name)) {
        to.writeString(REDACTED);
        redacted = true;
      } else {
        redacted |= writeValue(to, member.getValue());
      }
    }
    to.writeEndObject();
    return redacted;
  }

  private boolean writeValue(JsonGenerator to, @Nullable Object value) throws IOException {
    switch (value) {
      case null -> to.writeNull();
      case String text -> to.writeString(text);
      case Boolean truth -> to.writeBoolean(truth);
      case Long number -> to.writeNumber(number);
      case Number number -> to.writeNumber(number.doubleValue());
      case Map<?, ?> object -> {
        return writeObject(to, object);
      }
      case List<?> list -> {
        boolean redacted = false;
        to.writeStartArray();
        for (Object each : list) {
          redacted |= writeValue(to, each);
        }
        to.writeEndArray();
        return redacted;
      }
      default -> to.writeString(value.toString());
    }
    return false;
  }

  private static void writeAsker(JsonGenerator to, Asking asking) throws IOException {
    to.writeStringField("asked_by", asking.by().toString());
    String client = asking.client();
    if (client != null) {
      to.writeStringField("client_id", client);
    }
    to.writeStringField("correlation_id", asking.correlationId());
  }
}
