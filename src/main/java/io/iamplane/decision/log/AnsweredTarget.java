package io.iamplane.decision.log;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Ticker;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Writes decisions as their callers are answered. An answer may be withdrawn while its record is on
 * its way into the database, or after that, while the outcome of a COMMIT is unknown: then the
 * denial has a record of its own.
 */
final class AnsweredTarget implements LogWriter.Target {

  private final DecisionSink sink;
  private final FlushBuilder builder;
  private final LogBuffer buffer;
  private final DecisionMeters meters;
  private final Ticker ticker;
  private final boolean refuses;

  /** The records of the last attempt that may have written them. */
  private List<LoggedDecision> tried = List.of();

  /**
   * Records of the last flush with an open answer: not yet given or withdrawn, or one that did not
   * wait.
   */
  private List<LoggedDecision> open = List.of();

  /**
   * Makes a target.
   *
   * @param refuses true if a written record cannot be replaced; otherwise a later one of the same
   *     id replaces it
   */
  AnsweredTarget(
      DecisionSink sink, LogBuffer buffer, DecisionMeters meters, Ticker ticker, boolean refuses) {
    this.sink = sink;
    this.builder = new FlushBuilder(sink.form());
    this.buffer = buffer;
    this.meters = meters;
    this.ticker = ticker;
    this.refuses = refuses;
  }

  @Override
  public void write(List<LoggedDecision> decisions, List<DecisionCount> counts) {
    if (decisions.isEmpty() && counts.isEmpty()) {
      return;
    }
    long began = ticker.nanos();
    // Each refusal names decisions that none before it named, so that it comes to an end.
    while (!isWritten(decisions, counts)) {
      // Answers were withdrawn, and their records are others now.
    }
    meters.flushed(ticker.nanos() - began);
  }

  private boolean isWritten(List<LoggedDecision> decisions, List<DecisionCount> counts) {
    List<LoggedDecision> records = FlushBuilder.answered(decisions);
    try {
      sink.write(builder.of(records, counts), () -> tried = records);
      return true;
    } catch (DecisionsRefused e) {
      withdraw(decisions, e.ids());
      return false;
    }
  }

  /** A request is answered as a whole: one decision without a record withdraws its others. */
  private static void withdraw(List<LoggedDecision> decisions, Set<UUID> refused) {
    for (LoggedDecision each : decisions) {
      if (refused.contains(each.id())) {
        each.asking().withdraw();
      }
    }
  }

  /**
   * Records a denial for each written decision with a withdrawn answer. Most answers are settled
   * once their flush is written; the last ones wait for the next flush, which takes their
   * callbacks.
   */
  @Override
  public void released() {
    List<LoggedDecision> written = tried;
    tried = List.of();
    if (refuses) {
      Stream.concat(open.stream(), written.stream())
          .filter(each -> each.asking().isWithdrawn())
          .filter(each -> each.reason() != ReasonCode.DEPENDENCY_UNAVAILABLE)
          .forEach(each -> buffer.addAnyway(DecisionRecords.refusal(each)));
      open = written.stream().filter(each -> each.asking().isOpen()).toList();
    }
  }
}
