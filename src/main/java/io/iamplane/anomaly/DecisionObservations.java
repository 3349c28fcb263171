package io.iamplane.anomaly;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.iamplane.anomaly.Observation.Kind;
import io.iamplane.anomaly.Observation.Result;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads records of the decision log, of each only what the detector looks at: the whole of a record
 * may be ten times as long.
 */
final class DecisionObservations {

  private static final String OUTAGE = "dependency_unavailable";
  private static final String ALLOW = "allow";

  /** Neither a use nor a refusal: the subject is asked to authenticate again. */
  private static final String STEP_UP = "step_up";

  private final JsonFactory json = new JsonFactory();
  private final Predicate<String> privileged;

  /**
   * A reader.
   *
   * @param privileged whether a permission is, by its full key
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
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
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

  private static Result result(String outcome, String reason) {
    if (outcome.equals(ALLOW)) {
      return Result.PERMIT;
    }
    return reason.equals(OUTAGE) ? Result.UNAVAILABLE : Result.DENY;
  }
}
