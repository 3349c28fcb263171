package io.iamplane.governance.simulation.recorded;

import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.block.RecordTexts;
import io.iamplane.decision.journal.JournalWalk;
import io.iamplane.decision.journal.JournalWalk.WalkedBlock;
import io.iamplane.decision.log.Outcome;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.governance.simulation.recorded.Reached.Bound;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Gives recorded decisions to a trial, the latest first, until there are no more or a bound is
 * reached. For one use.
 */
final class Replay {

  private static final Logger LOG = Logger.getLogger(Replay.class);

  /** The cost of reading a record, in steps of a decision. */
  private static final int STEPS = 40;

  private final RecordTexts head = RecordTexts.quick("id", "at", "outcome", "subject");
  private final JournalWalk walk;
  private final RecordedDecisions reader;
  private final RecordedWindow window;
  private final Trial trial;
  private final RequestBudget budget;
  private long seen;
  private boolean warned;
  private @Nullable Bound bound;

  Replay(
      JournalWalk walk,
      RecordedDecisions reader,
      RecordedWindow window,
      Trial trial,
      RequestBudget budget) {
    this.walk = walk;
    this.reader = reader;
    this.window = window;
    this.trial = trial;
    this.budget = budget;
  }

  Reached run() {
    WalkedBlock block = budget.isOver() ? null : walk.next();
    if (budget.isOver()) {
      return reached(window.to(), Bound.TIME);
    }
    while (block != null) {
      UUID unread = read(block);
      if (bound != null) {
        return reached(completeFrom(unread), bound);
      }
      block = walk.next();
    }
    return reached(window.from(), null);
  }

  private Reached reached(Instant completeFrom, @Nullable Bound by) {
    return new Reached(window.from(), window.to(), completeFrom, by, seen);
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
      Recorded recorded = ErasedRecord.isIn(line, line.length) ? null : record(line);
      // One that cannot be read is not later than the one after it.
      later = recorded == null ? later : recorded.id();
      if (recorded == null ? !skip(line) : !count(recorded)) {
        return later;
      }
    }
    return null;
  }

  /** The application of one that was erased is not known: it counts for each. */
  private boolean skip(byte[] line) {
    return ErasedRecord.read(line, line.length)
        .map(erased ->
            !window.covers(RecordIds.time(erased.id())) || skip(Obstacle.SUBJECT_ERASED, 1))
        .orElseGet(() -> skip(Obstacle.UNREADABLE, 1));
  }

  /** Some that are not tried, which takes as long. */
  private boolean skip(Obstacle why, int number) {
    if (!budget.spend(STEPS * number)) {
      bound = Bound.TIME;
      return false;
    }
    trial.skip(why, number);
    return true;
  }

  private boolean count(Recorded recorded) {
    RecordedDecision decision = recorded.decision();
    if (seen >= window.most() && leadsOn(recorded.id())) {
      bound = Bound.DECISIONS;
    } else if (!budget.spend(STEPS)
        || (decision != null && window.has(decision) && !trial.count(decision, budget))) {
      bound = Bound.TIME;
    }
    // Those outside were read, or will be, by another request that goes on from here.
    if (bound == null && window.covers(recorded.at())) {
      seen++;
    }
    return bound == null;
  }

  /**
   * Returns true if another request that ends at the unread decision would read different ones.
   * Records of one millisecond, and those of overlapping blocks, are read together.
   */
  private boolean leadsOn(UUID unread) {
    return window.most() == 0 || completeFrom(unread).isBefore(window.to());
  }

  private static List<byte[]> lines(WalkedBlock block) {
    try {
      return block.allLines();
    } catch (RuntimeException e) {
      LOG.warnf(e, "skipping the unreadable block of decisions that ends at %s", block.lastId());
      return List.of();
    }
  }

  /** A record; without its decision if the trial does not want it. */
  private record Recorded(UUID id, Instant at, @Nullable RecordedDecision decision) {}

  private @Nullable Recorded record(byte[] line) {
    try {
      head.read(line);
      boolean allowed = head.text("outcome").equals(Outcome.ALLOW.wire());
      return new Recorded(
          UUID.fromString(head.text("id")),
          Instant.parse(head.text("at")),
          trial.wants(head.text("subject"), allowed) ? reader.read(line) : null);
    } catch (DamagedBodyException | RuntimeException e) {
      if (!warned) {
        LOG.warn("could not read a recorded decision (others in this replay are only counted)", e);
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
