package io.iamplane.decision.log;

import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.ReasonCode;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * The record of a decision on its way into the log. It holds nothing of the request: objects that
 * wait are moved by the collector of memory, and are far from the processor when they are read.
 *
 * @param id UUID version 7, the decision's
 * @param line one JSON object in ASCII, without a line feed
 * @param name that which was asked, as it is counted
 * @param reason what the caller was answered
 * @param subject the hash of the name of who was asked about, for the block's filter
 * @param resource the same of what was asked about; 0 when the question was about none
 */
record LoggedDecision(
    UUID id,
    Asking asking,
    byte[] line,
    AskedName name,
    ReasonCode reason,
    long subject,
    long resource) {

  /** In the order of the ids. */
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
