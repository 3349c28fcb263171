package io.iamplane.governance.simulation;

import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.journal.JournalWalk;
import io.iamplane.decision.journal.JournalWalk.WalkedBlock;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.governance.simulation.recorded.Obstacle;
import io.iamplane.governance.simulation.recorded.RecordedDecision;
import io.iamplane.governance.simulation.recorded.RecordedDecisions;
import io.iamplane.governance.simulation.report.Reached;
import io.iamplane.governance.simulation.report.Reached.Bound;
import io.iamplane.governance.simulation.report.Tally;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads recorded decisions, the latest first, until there are no more or a bound is reached. For
 * one use.
 */
final class LogReading {

  private static final Logger LOG = Logger.getLogger(LogReading.class);

  /** The cost of reading a record, in steps of a decision. */
  private static final int STEPS = 40;

  private final JournalWalk walk;
  private final RecordedDecisions reader;
  private final RecordedWindow window;
  private final Trial trial;
  private final RequestBudget budget;
  private final Tally tally;
  private long seen;
  private boolean warned;
  private @Nullable Bound bound;

  LogReading(
      JournalWalk walk,
      RecordedDecisions reader,
      RecordedWindow window,
      Trial trial,
      RequestBudget budget,
      Tally tally) {
    this.walk = walk;
    this.reader = reader;
    this.window = window;
    this.trial = trial;
    this.budget = budget;
    this.tally = tally;
  }

  /** Reads; how far it came. */
  Reached read() {
    WalkedBlock block = budget.isOver() ? null : walk.next();
    if (budget.isOver()) {
      return new Reached(window.from(), window.to(), window.to(), Bound.TIME);
    }
    while (block != null) {
      UUID unread = read(block);
      if (bound != null) {
        return new Reached(window.from(), window.to(), completeFrom(unread), bound);
      }
      block = walk.next();
    }
    return new Reached(window.from(), window.to(), window.from(), null);
  }

  /** The latest record that was not read; null when all were. */
  private @Nullable UUID read(WalkedBlock block) {
    List<byte[]> lines = lines(block);
    if (lines.isEmpty()) {
      return skip(Obstacle.UNREADABLE, block.decisions()) ? null : block.lastId();
    }
    UUID later = block.lastId();
    for (int i = lines.size() - 1; i >= 0; i--) {
      byte[] line = lines.get(i);
      if (ErasedRecord.isIn(line, line.length)) {
        if (!skipErased(line)) {
          return later;
        }
        continue;
      }
      RecordedDecision recorded = record(line);
      // One that cannot be read is not later than the one after it.
      later = recorded == null ? later : recorded.id();
      if (recorded == null ? !skip(Obstacle.UNREADABLE, 1) : !count(recorded)) {
        return later;
      }
    }
    return null;
  }

  /** The application of one that was erased is not known: it counts for each. */
  private boolean skipErased(byte[] line) {
    return ErasedRecord.read(line, line.length)
        .map(erased ->
            window.covers(RecordIds.time(erased.id())) ? skip(Obstacle.SUBJECT_ERASED, 1) : true)
        .orElseGet(() -> skip(Obstacle.UNREADABLE, 1));
  }

  /** Some that are not tried, which takes as long. */
  private boolean skip(Obstacle why, int number) {
    if (!budget.spend(STEPS * number)) {
      bound = Bound.TIME;
      return false;
    }
    tally.skip(why, number);
    return true;
  }

  private boolean count(RecordedDecision recorded) {
    if (seen >= window.most() && leadsOn(recorded)) {
      bound = Bound.DECISIONS;
    } else if (!budget.spend(STEPS)
        || (window.has(recorded) && !trial.count(recorded, budget, tally))) {
      bound = Bound.TIME;
    }
    // Those outside were read, or will be, by another request that goes on from here.
    if (window.covers(recorded)) {
      seen++;
    }
    return bound == null;
  }

  /**
   * Returns true if another request that ends at the unread decision would read different ones.
   * Records of one millisecond, and those of overlapping blocks, are read together.
   */
  private boolean leadsOn(RecordedDecision unread) {
    return window.most() == 0 || completeFrom(unread.id()).isBefore(window.to());
  }

  private static List<byte[]> lines(WalkedBlock block) {
    try {
      return block.allLines();
    } catch (RuntimeException e) {
      LOG.warnf(e, "a block of decisions that ends at %s cannot be read", block.lastId());
      return List.of();
    }
  }

  private @Nullable RecordedDecision record(byte[] line) {
    try {
      return reader.read(line);
    } catch (RuntimeException e) {
      if (!warned) {
        LOG.warn("a recorded decision cannot be read; others of this reading are only counted", e);
        warned = true;
      }
      return null;
    }
  }

  /** Blocks overlap: the next one may have later records than the one that was not read. */
  private Instant completeFrom(@Nullable UUID unread) {
    WalkedBlock next = walk.peek();
    UUID latest = unread;
    if (next != null && (latest == null || RecordIds.ORDER.compare(next.lastId(), latest) > 0)) {
      latest = next.lastId();
    }
    Instant after = latest == null ? window.from() : RecordIds.time(latest).plusMillis(1);
    return after.isAfter(window.to()) ? window.to() : after;
  }
}
