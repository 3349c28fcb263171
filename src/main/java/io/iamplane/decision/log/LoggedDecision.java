package io.iamplane.decision.log;

import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.ReasonCode;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * The record of a decision on its way into the log. It refers to nothing of the request: the
 * garbage collector moves waiting objects, so that they are far from the processor when they are
 * read.
 *
 * @param id UUID version 7, the decision's
 * @param line one JSON object in ASCII, without a line feed
 * @param name the requested permission or relation, for the counts
 * @param subject the hash of the subject's name, for the block's filter
 * @param resource the hash of the resource's name; 0 for a question without one
 */
record LoggedDecision(
    UUID id,
    Asking asking,
    byte[] line,
    AskedName name,
    ReasonCode reason,
    long subject,
    long resource) {

  static final Comparator<LoggedDecision> BY_ID =
      (one, other) -> RecordIds.ORDER.compare(one.id(), other.id());

  /** The bytes of the objects around a line. */
  private static final int OVERHEAD = 192;

  /** The bytes of the buffer that it takes. */
  int weight() {
    return OVERHEAD + line.length;
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
