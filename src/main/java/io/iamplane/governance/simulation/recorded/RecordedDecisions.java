package io.iamplane.governance.simulation.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.RequestRelations;
import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.Outcome;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads records of the decision log, in the form in which they are written. */
public final class RecordedDecisions {

  private static final Map<String, ReasonCode> REASONS =
      Arrays.stream(ReasonCode.values())
          .collect(Collectors.toUnmodifiableMap(ReasonCode::wire, Function.identity()));
  private static final String COMPLETE = "complete";
  private static final String OMITTED = "omitted";

  private final ObjectMapper mapper;

  public RecordedDecisions(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /**
   * Reads a record.
   *
   * @param line a JSON object in UTF-8
   * @throws RuntimeException when it is no record
   */
  public RecordedDecision read(byte[] line) {
    JsonNode record = tree(line);
    String reason = text(record, "reason_code");
    String inputs = text(record, "inputs");
    MissingInputs missing =
        inputs.equals(COMPLETE) ? null : new MissingInputs(inputs.equals(OMITTED));
    String key = text(record, "key");
    return new RecordedDecision(
        UUID.fromString(text(record, "id")),
        Instant.parse(text(record, "at")),
        text(record, "subject"),
        text(record, "application"),
        key.isEmpty() ? record.path("asked").path("name").asText() : key,
        WireName.of(Outcome.class, text(record, "outcome")),
        reason,
        match(record.path("matched").path(0)),
        record.path("resource").textValue(),
        record.path("policy_version").longValue(),
        request(record, missing),
        missing,
        obstacle(record, reason(reason)));
  }

  /** Returns an obstacle if contextual relations were redacted: the decision may depend on them. */
  private static @Nullable Obstacle obstacle(JsonNode record, ReasonCode reason) {
    JsonNode relations = record.path(RequestRelations.MEMBER);
    boolean redacted = relations.isArray() && relations.isEmpty();
    Obstacle obstacle = Obstacle.of(reason);
    return obstacle == null && redacted ? Obstacle.INPUTS_REDACTED : obstacle;
  }

  private static @Nullable Match match(JsonNode match) {
    return match.isObject()
        ? new Match(text(match, "type"), text(match, "key"), text(match, "id"))
        : null;
  }

  private static ReasonCode reason(String text) {
    ReasonCode reason = REASONS.get(text);
    if (reason == null) {
      throw new IllegalArgumentException("unknown reason code " + text);
    }
    return reason;
  }

  private static DecisionRequest request(JsonNode record, @Nullable MissingInputs missing) {
    String subject = record.path("subject_asked").asText(text(record, "subject"));
    String resource = record.path("resource").textValue();
    return new DecisionRequest(
        party(subject, inputs(record, "subject_properties", missing)),
        asked(record.path("asked")),
        resource == null ? null : party(resource, inputs(record, "resource_properties", missing)),
        inputs(record, "action_properties", missing),
        inputs(record, "context", missing),
        WireName.of(Aal.class, text(record, "current_aal")),
        relations(record.path(RequestRelations.MEMBER)));
  }

  private static List<RelationFact> relations(JsonNode array) {
    List<RelationFact> relations = new ArrayList<>(array.size());
    for (JsonNode each : array) {
      String place = RequestRelations.MEMBER + "[" + relations.size() + "]";
      relations.add(relation(place, each));
    }
    return List.copyOf(relations);
  }

  private static RelationFact relation(String place, JsonNode written) {
    String subject = text(written, "subject");
    int hash = subject.lastIndexOf('#');
    return new RelationFact(
        place,
        new RelationFact.Subject(
            reference(hash < 0 ? subject : subject.substring(0, hash)),
            hash < 0 ? null : subject.substring(hash + 1)),
        text(written, "relation"),
        reference(text(written, "object")),
        condition(written),
        time(written.path("valid_from").textValue()),
        time(written.path("valid_until").textValue()));
  }

  private static SubjectRef reference(String text) {
    return SubjectRef.parse(text)
        .orElseThrow(() -> new IllegalArgumentException("must be type:id, not " + text));
  }

  private static @Nullable Instant time(@Nullable String text) {
    return text == null ? null : Instant.parse(text);
  }

  private static @Nullable Condition condition(JsonNode written) {
    JsonNode named = written.path("named_condition");
    if (!named.isMissingNode()) {
      return new ConditionUse(text(named, "name"), JsonObjects.members(named.path("values")));
    }
    String text = written.path("condition").textValue();
    try {
      return text == null ? null : Conditions.compile(text, AttributeSchema.EMPTY);
    } catch (ConditionSyntaxException e) {
      throw new IllegalArgumentException("a recorded condition does not compile", e);
    }
  }

  /** Neither type nor resource type holds a colon; one that was left open is empty. */
  private static Party party(String reference, Map<String, Object> properties) {
    int colon = reference.indexOf(':');
    return new Party(reference.substring(0, colon), reference.substring(colon + 1), properties);
  }

  private static Asked asked(JsonNode asked) {
    String name = text(asked, "name");
    String application = asked.path("application").textValue();
    String type = text(asked, "type");
    return switch (type) {
      case "permission" -> new Asked.Permission(name, application);
      case "relation" -> new Asked.Relation(name, application);
      case "action" -> new Asked.Action(name, application);
      default -> throw new IllegalArgumentException("unknown kind of question: " + type);
    };
  }

  private static Map<String, Object> inputs(
      JsonNode record, String member, @Nullable MissingInputs missing) {
    JsonNode object = record.path(member);
    if (missing != null && missing.isOmitted()) {
      return missing.omitted();
    }
    if (!object.isObject() || object.isEmpty()) {
      return Map.of();
    }
    Map<String, Object> members = JsonObjects.members(object);
    return missing == null ? members : missing.redacted(members);
  }

  private JsonNode tree(byte[] line) {
    try {
      return mapper.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException("a recorded decision is not valid JSON", e);
    }
  }

  private static String text(JsonNode record, String member) {
    String text = record.path(member).textValue();
    if (text == null) {
      throw new IllegalArgumentException("a recorded decision has no " + member);
    }
    return text;
  }
}
