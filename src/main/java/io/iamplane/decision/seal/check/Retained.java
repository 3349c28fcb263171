package io.iamplane.decision.seal.check;

import io.iamplane.decision.block.RecordIds;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;

/**
 * The decisions and seals that retention may have removed.
 *
 * @param since decisions of this day and later are kept, and seals from this moment on
 */
record Retained(Instant since) {

  /** The clocks of two servers differ by seconds, and one may have removed them by its own. */
  private static final Duration SLACK = Duration.ofMinutes(1);

  /**
   * Computes the limit at a moment after the rows were read: all removed by then was old enough.
   */
  static Retained at(Instant now, Duration retention) {
    return new Retained(now.minus(retention).plus(SLACK));
  }

  /** True for a block that may be gone: a day goes as a whole, by the id of the block. */
  boolean mayLack(UUID block) {
    return day(RecordIds.time(block)).isBefore(day(since));
  }

  /** True for a seal that may be gone with all that it names: it goes after its last block. */
  boolean mayLack(SealRecord seal) {
    SealRecord.Contents contents = seal.contents();
    return contents != null && seal.at().isBefore(since) && mayLack(contents.last());
  }

  private static LocalDate day(Instant moment) {
    return LocalDate.ofInstant(moment, ZoneOffset.UTC);
  }
}
