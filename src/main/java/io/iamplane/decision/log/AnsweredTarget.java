package io.iamplane.decision.log;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Ticker;
import io.iamplane.shared.UuidV7;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes decisions as their callers are answered. An answer may be withdrawn while its record is on
 * its way into the database, or after that, while the outcome of a COMMIT is unknown: then the
 * denial has a record of its own.
 */
final class AnsweredTarget implements LogWriter.Target {

  /** Longer than a write waits for a lock before the database refuses it. */
  static final Duration SILENCE = Duration.ofSeconds(5);

  private final DecisionSink sink;
  private final FlushBuilder builder;
  private final LogBuffer buffer;
  private final DecisionMeters meters;
  private final Ticker ticker;
  private final LongSupplier returned;
  private final boolean durable;

  /** The records of the last attempt that may have written them. */
  private List<LoggedDecision> tried = List.of();

  /** Records of the last flush with an open answer, or one that did not wait. */
  private List<LoggedDecision> open = List.of();

  /** The time of the first write since the last answer to one, in nanoseconds. */
  private volatile @Nullable Long unanswered;

  /**
   * @param returned the time when the database answered again after its last outage
   * @param durable true if answers wait for their records, and may be withdrawn meanwhile
   */
  AnsweredTarget(
      DecisionSink sink,
      LogBuffer buffer,
      DecisionMeters meters,
      Ticker ticker,
      LongSupplier returned,
      boolean durable) {
    this.sink = sink;
    this.builder = new FlushBuilder();
    this.buffer = buffer;
    this.meters = meters;
    this.ticker = ticker;
    this.returned = returned;
    this.durable = durable;
  }

  @Override
  public void write(List<LoggedDecision> decisions, List<DecisionCount> counts) {
    if (decisions.isEmpty() && counts.isEmpty()) {
      return;
    }
    long began = ticker.nanos();
    List<LoggedDecision> records = FlushBuilder.answered(decisions);
    DecisionSink.Flush flush = builder.of(records, counts);
    if (unanswered == null) {
      unanswered = ticker.nanos();
    }
    try {
      sink.write(flush, () -> tried = records);
      unanswered = null;
    } catch (RuntimeException e) {
      if (e instanceof PartlyWrittenException || !isSilent()) {
        // So early a failure is an answer, too.
        unanswered = null;
      }
      throw e;
    }
    meters.flushed(ticker.nanos() - began);
  }

  /** A write that began before the database was back is on a connection that may be lost. */
  @Override
  public boolean isSilent() {
    Long since = unanswered;
    return since != null
        && returned.getAsLong() - since > 0
        && ticker.nanos() - since >= SILENCE.toNanos();
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
    if (durable) {
      Stream.concat(open.stream(), written.stream())
          .filter(each -> each.asking().isWithdrawn())
          .filter(each -> each.reason() != ReasonCode.DEPENDENCY_UNAVAILABLE)
          .forEach(each -> buffer.addAnyway(DecisionRecords.withdrawn(UuidV7.next(), each)));
      open = written.stream().filter(each -> each.asking().isOpen()).toList();
    }
  }
}
