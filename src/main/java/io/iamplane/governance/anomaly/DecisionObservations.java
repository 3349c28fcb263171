package io.iamplane.governance.anomaly;

import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.RecordTexts;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.Outcome;
import io.iamplane.governance.anomaly.Observation.Kind;
import io.iamplane.governance.anomaly.Observation.Result;
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
          .filter(ReasonCode::isOutage)
          .map(ReasonCode::wire)
          .collect(Collectors.toUnmodifiableSet());

  private final RecordTexts record =
      RecordTexts.quick("at", "outcome", "reason_code", "subject", "key");
  private final Predicate<String> privileged;

  /** Takes a test of the full keys of privileged permissions. */
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
    try {
      record.read(line);
      String subject = record.text("subject");
      String key = record.text("key");
      String outcome = record.text("outcome");
      // A step-up is neither a use nor a refusal: the subject is asked to authenticate again.
      return subject.isEmpty() || key.isEmpty() || outcome.equals(Outcome.STEP_UP.wire())
          ? Optional.empty()
          : Optional.of(
              new Observation(
                  Instant.parse(record.text("at")),
                  Kind.DECISION,
                  subject,
                  key,
                  privileged.test(key),
                  result(outcome, record.text("reason_code"))));
    } catch (DamagedBodyException | DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static Result result(String outcome, String reason) {
    if (outcome.equals(Outcome.ALLOW.wire())) {
      return Result.PERMIT;
    }
    return OUTAGE.contains(reason) ? Result.UNAVAILABLE : Result.DENY;
  }
}
