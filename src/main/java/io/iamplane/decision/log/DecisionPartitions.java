package io.iamplane.decision.log;

import io.iamplane.database.Transactions;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Creates partitions of the decision log a week ahead, and drops those past their retention. */
@Singleton
public class DecisionPartitions {

  private static final int DAYS_AHEAD = 7;

  private final DecisionLogStore store;
  private final Transactions transactions;
  private final Clock clock;
  private final Duration retention;

  DecisionPartitions(
      DecisionLogStore store, Transactions transactions, Clock clock, DecisionLogConfig config) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
    this.retention = config.retention();
  }

  public record Changed(int made, int dropped) {}

  /** Creates and drops due partitions; safe to repeat and to run concurrently. */
  public Changed ensure() {
    Instant now = clock.instant();
    LocalDate today = day(now);
    return transactions.call(() ->
        store.ensurePartitions(
            today.minusDays(1), today.plusDays(DAYS_AHEAD), day(now.minus(retention))));
  }

  private static LocalDate day(Instant moment) {
    return LocalDate.ofInstant(moment, ZoneOffset.UTC);
  }
}
