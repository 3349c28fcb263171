package io.iamplane.decision.log;

import com.fasterxml.jackson.core.JsonGenerator;
import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.language.condition.Condition;
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

  private final Set<String> redact;
  private final RecordTime time = new RecordTime();

  /** The decisions of one request have this in common. */
  private final RecordLine asker = new RecordLine();

  private @Nullable Asking asking;
  private byte[] askerText = {};

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
    try {
      JsonGenerator to = record.begin();
      to.writeStartObject();
      writeAnswer(to, logged, reason);
      writeQuestion(to, logged.request(), name, subject);
      writeInputs(to, logged);
      to.writeEndObject();
      record.end(to);
      record.join(asker(logged.asking()));
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
  }

  private void writeAnswer(JsonGenerator to, LoggedDecision logged, ReasonCode reason)
      throws IOException {
    Decision decision = logged.decision();
    text(to, RecordMember.ID, logged.id().toString());
    char[] at = time.of(logged.at());
    to.writeFieldName(RecordMember.AT.text());
    to.writeString(at, 0, at.length);
    text(to, RecordMember.KIND, logged.asking().kind().wire());
    text(to, RecordMember.OUTCOME, Outcome.of(reason).wire());
    text(to, RecordMember.REASON_CODE, reason.wire());
    to.writeFieldName(RecordMember.POLICY_VERSION.text());
    to.writeNumber(decision.policyVersion());
    Aal required = decision.requiredAal();
    if (required != null) {
      text(to, RecordMember.REQUIRED_AAL, required.wire());
    }
    List<Match> matched = reason == decision.reason() ? decision.matched() : List.of();
    to.writeFieldName(RecordMember.MATCHED.text());
    to.writeStartArray();
    for (Match match : matched) {
      to.writeStartObject();
      text(to, RecordMember.TYPE, match.type());
      text(to, RecordMember.KEY, match.key());
      text(to, RecordMember.ID, match.id());
      to.writeEndObject();
    }
    to.writeEndArray();
  }

  private static void writeQuestion(
      JsonGenerator to, DecisionRequest request, AskedName name, String subject)
      throws IOException {
    text(to, RecordMember.SUBJECT, subject);
    String asked = request.subject().type() + ":" + request.subject().id();
    if (!asked.equals(subject)) {
      text(to, RecordMember.SUBJECT_ASKED, asked);
    }
    text(to, RecordMember.APPLICATION, name.application());
    text(to, RecordMember.KEY, name.key());
    to.writeFieldName(RecordMember.ASKED.text());
    to.writeStartObject();
    switch (request.asked()) {
      case Asked.Permission permission -> writeAsked(to, "permission", permission.key());
      case Asked.Relation relation -> writeAsked(to, "relation", relation.name());
      case Asked.Action action -> writeAsked(to, "action", action.name());
    }
    String application = request.asked().application();
    if (application != null) {
      text(to, RecordMember.APPLICATION, application);
    }
    to.writeEndObject();
    Party resource = request.resource();
    if (resource != null) {
      text(to, RecordMember.RESOURCE, resource.type() + ":" + resource.id());
    }
    text(to, RecordMember.CURRENT_AAL, request.currentAal().wire());
  }

  private static void writeAsked(JsonGenerator to, String type, String name) throws IOException {
    text(to, RecordMember.TYPE, type);
    text(to, RecordMember.NAME, name);
  }

  private void writeInputs(JsonGenerator to, LoggedDecision logged) throws IOException {
    DecisionRequest request = logged.request();
    Party resource = request.resource();
    boolean redacted = writeInputs(to, RecordMember.CONTEXT, request.context());
    redacted |= writeInputs(to, RecordMember.SUBJECT_PROPERTIES, request.subject().properties());
    redacted |= writeInputs(to, RecordMember.ACTION_PROPERTIES, request.action());
    if (resource != null) {
      redacted |= writeInputs(to, RecordMember.RESOURCE_PROPERTIES, resource.properties());
    }
    redacted |= writeRelations(to, request.relations());
    to.writeStringField(
        "inputs", !logged.complete() ? "omitted" : redacted ? "redacted" : "complete");
  }

  /** In the form in which they were sent; an empty list when they are redacted. */
  private boolean writeRelations(JsonGenerator to, List<RelationFact> relations)
      throws IOException {
    if (relations.isEmpty()) {
      return false;
    }
    RecordMember name = RecordMember.CONTEXTUAL_RELATIONS;
    boolean redacted = redact.contains(name.text().getValue());
    to.writeFieldName(name.text());
    to.writeStartArray();
    List<RelationFact> shown = redacted ? List.of() : relations;
    for (RelationFact each : shown) {
      redacted |= writeRelation(to, each);
    }
    to.writeEndArray();
    return redacted;
  }

  /** Whether something of it is redacted. */
  private boolean writeRelation(JsonGenerator to, RelationFact relation) throws IOException {
    to.writeStartObject();
    text(to, RecordMember.SUBJECT, relation.subject().toString());
    text(to, RecordMember.RELATION, relation.relation());
    text(to, RecordMember.OBJECT, relation.object().toString());
    boolean redacted = false;
    switch (relation.condition()) {
      case null -> {}
      case ConditionUse use -> redacted = writeNamed(to, use);
      case Condition own -> text(to, RecordMember.CONDITION, own.canonical());
    }
    if (relation.from() != null) {
      text(to, RecordMember.VALID_FROM, relation.from().toString());
    }
    if (relation.until() != null) {
      text(to, RecordMember.VALID_UNTIL, relation.until().toString());
    }
    to.writeEndObject();
    return redacted;
  }

  private boolean writeNamed(JsonGenerator to, ConditionUse use) throws IOException {
    to.writeFieldName(RecordMember.NAMED_CONDITION.text());
    to.writeStartObject();
    text(to, RecordMember.NAME, use.name());
    boolean redacted = writeInputs(to, RecordMember.VALUES, use.values());
    to.writeEndObject();
    return redacted;
  }

  private boolean writeInputs(JsonGenerator to, RecordMember name, Map<String, Object> values)
      throws IOException {
    if (values.isEmpty()) {
      return false;
    }
    to.writeFieldName(name.text());
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

  /** Who asked, and how that is found elsewhere: an object. */
  private byte[] asker(Asking asking) throws IOException {
    if (asking != this.asking) {
      JsonGenerator to = asker.begin();
      to.writeStartObject();
      text(to, RecordMember.ASKED_BY, asking.by().toString());
      String client = asking.client();
      if (client != null) {
        text(to, RecordMember.CLIENT_ID, client);
      }
      text(to, RecordMember.CORRELATION_ID, asking.correlationId());
      to.writeEndObject();
      asker.end(to);
      askerText = asker.toByteArray();
      this.asking = asking;
    }
    return askerText;
  }

  private static void text(JsonGenerator to, RecordMember name, String value) throws IOException {
    to.writeFieldName(name.text());
    to.writeString(value);
  }
}
