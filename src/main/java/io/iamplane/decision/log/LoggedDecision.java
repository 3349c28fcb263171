package io.iamplane.decision.log;

import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * A decision on its way into the log.
 *
 * @param id UUID version 7, the decision's
 * @param request what was asked; without its inputs if they were too large
 * @param complete whether the request has its inputs
 * @param weight how much of the buffer it takes, in bytes
 */
record LoggedDecision(
    UUID id,
    Instant at,
    Asking asking,
    DecisionRequest request,
    Decision decision,
    boolean complete,
    int weight) {

  /** In the order of the ids. */
  static final Comparator<LoggedDecision> BY_ID =
      (one, other) -> RecordIds.ORDER.compare(one.id(), other.id());

  /** What is held for a decision without inputs, names and ids of common length. */
  private static final int WEIGHT = 512;

  static LoggedDecision of(
      UUID id,
      Instant at,
      Asking asking,
      DecisionRequest request,
      Decision decision,
      int maxInputs) {
    int inputs = InputWeight.of(request, maxInputs);
    boolean complete = inputs <= maxInputs;
    return new LoggedDecision(
        id,
        at,
        asking,
        complete ? request : InputWeight.without(request),
        decision,
        complete,
        weight(request, inputs, complete));
  }

  /** The bytes of the buffer that the decision of a request will take. */
  static int weight(DecisionRequest request, int maxInputs) {
    int inputs = InputWeight.of(request, maxInputs);
    return weight(request, inputs, inputs <= maxInputs);
  }

  private static int weight(DecisionRequest request, int inputs, boolean complete) {
    return WEIGHT + (complete ? inputs : 0) + InputWeight.ofNames(request);
  }

  /** The same without what conditions read. */
  LoggedDecision withoutInputs() {
    return new LoggedDecision(
        id, at, asking, InputWeight.without(request), decision, false, weight);
  }

  /** The minute that it counts for, in minutes since 1970. */
  long minute() {
    return RecordIds.minute(id);
  }

  /** The minute of a moment, in minutes since 1970. */
  static long minute(Instant at) {
    return Math.floorDiv(at.getEpochSecond(), 60);
  }
}
