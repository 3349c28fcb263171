package io.iamplane.webhook.retention;

import io.iamplane.database.Transactions;
import io.iamplane.webhook.WebhookConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** Keeps a week of partitions ahead, and drops what is older than the retention time. */
@ApplicationScoped
public class Partitions {

  private static final int DAYS_AHEAD = 7;

  /** Messages are kept a little longer than the deliveries that point at them. */
  private static final Duration MESSAGES_LONGER = Duration.ofDays(2);

  private static final int MESSAGES_AT_ONCE = 5_000;

  private final PartitionStore store;
  private final Transactions transactions;
  private final Clock clock;
  private final Duration retention;

  Partitions(PartitionStore store, Transactions transactions, Clock clock, WebhookConfig config) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
    this.retention = config.retention();
  }

  /**
   * What a run did.
   *
   * @param messages how many events ended their time
   */
  public record Outcome(int made, int dropped, long messages) {}

  /** Does what is due; safe to run twice and beside itself. */
  public Outcome ensure() {
    Instant now = clock.instant();
    LocalDate today = day(now);
    PartitionStore.Changed changed =
        transactions.call(() ->
            store.ensure(
                today.minusDays(1), today.plusDays(DAYS_AHEAD), day(now.minus(retention))));
    return new Outcome(
        changed.made(),
        changed.dropped(),
        deleteMessages(now.minus(retention).minus(MESSAGES_LONGER)));
  }

  private long deleteMessages(Instant before) {
    long all = 0;
    int deleted;
    do {
      deleted =
          transactions.call(() -> {
            List<PartitionStore.Expired> expired = store.expired(before, MESSAGES_AT_ONCE);
            store.delete(expired);
            return expired.size();
          });
      all += deleted;
    } while (deleted == MESSAGES_AT_ONCE);
    return all;
  }

  private static LocalDate day(Instant moment) {
    return LocalDate.ofInstant(moment, ZoneOffset.UTC);
  }
}
