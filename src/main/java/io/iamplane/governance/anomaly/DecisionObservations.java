package io.iamplane.governance.anomaly;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.governance.anomaly.Observation.Kind;
import io.iamplane.governance.anomaly.Observation.Result;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads only the detector's members of a decision record, which may be ten times as long. */
final class DecisionObservations {

  /** Denials by a failure of the service, which do not depend on the subject. */
  private static final Set<String> OUTAGE =
      Arrays.stream(ReasonCode.values())
          .filter(DecisionObservations::isOutage)
          .map(ReasonCode::wire)
          .collect(Collectors.toUnmodifiableSet());

  private static final String ALLOW = "allow";

  /** Neither a use nor a refusal: the subject is asked to authenticate again. */
  private static final String STEP_UP = "step_up";

  private final JsonFactory json = new JsonFactory();
  private final Predicate<String> privileged;

  /**
   * Creates a reader.
   *
   * @param privileged returns true for the full key of a privileged permission
   */
  DecisionObservations(Predicate<String> privileged) {
    this.privileged = privileged;
  }

  /**
   * The observation of a record; empty when it asks for nothing that the policy has, asks the
   * subject to authenticate again, or is no record.
   *
   * @param line one JSON object in UTF-8
   */
  Optional<Observation> read(byte[] line) {
    String at = "";
    String outcome = "";
    String reason = "";
    String subject = "";
    String key = "";
    try (JsonParser parser = json.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      // What comes after these is most of a record, and not looked at.
      while (isMissing(at, outcome, reason, subject, key)
          && parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "at" -> at = parser.getText();
          case "outcome" -> outcome = parser.getText();
          case "reason_code" -> reason = parser.getText();
          case "subject" -> subject = parser.getText();
          case "key" -> key = parser.getText();
          default -> parser.skipChildren();
        }
      }
      return subject.isEmpty() || key.isEmpty() || outcome.equals(STEP_UP)
          ? Optional.empty()
          : Optional.of(
              new Observation(
                  Instant.parse(at),
                  Kind.DECISION,
                  subject,
                  key,
                  privileged.test(key),
                  result(outcome, reason)));
    } catch (IOException | DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static boolean isMissing(String... values) {
    for (String value : values) {
      if (value.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static Result result(String outcome, String reason) {
    if (outcome.equals(ALLOW)) {
      return Result.PERMIT;
    }
    return OUTAGE.contains(reason) ? Result.UNAVAILABLE : Result.DENY;
  }

  private static boolean isOutage(ReasonCode reason) {
    return switch (reason) {
      case POLICY_VERSION_UNAVAILABLE,
          DEPENDENCY_UNAVAILABLE,
          DECISION_LOG_FULL,
          DEADLINE_EXCEEDED,
          INTERNAL_ERROR ->
          true;
      case GRANTED_BY_GRANT,
          GRANTED_BY_RELATION,
          EXPLICIT_DENY,
          NO_MATCHING_GRANT,
          DEPTH_EXCEEDED,
          CONDITION_CONTEXT_MISSING,
          CONDITION_CONTEXT_INVALID,
          RESOURCE_REQUIRED,
          RESOURCE_TYPE_MISMATCH,
          STEP_UP_REQUIRED,
          SUBJECT_INACTIVE,
          SUBJECT_UNKNOWN,
          SUBJECT_IS_A_SET,
          PERMISSION_UNKNOWN,
          APPLICATION_UNKNOWN ->
          false;
    };
  }
}
