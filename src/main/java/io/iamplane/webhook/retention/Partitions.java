package io.iamplane.webhook.retention;

import io.iamplane.database.Transactions;
import io.iamplane.webhook.WebhookConfig;
import io.iamplane.webhook.delivery.DeliveryOrderStore;
import io.iamplane.webhook.retention.PartitionStore.Expired;
import io.iamplane.webhook.retention.PartitionStore.Unfinished;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jboss.logging.Logger;

/** Creates partitions a week ahead, and drops those older than the retention time. */
@Singleton
public class Partitions {

  private static final Logger LOG = Logger.getLogger(Partitions.class);
  private static final int DAYS_AHEAD = 7;

  /** Messages are kept a little longer than the deliveries that point at them. */
  private static final Duration MESSAGES_LONGER = Duration.ofDays(2);

  private static final int MESSAGES_AT_ONCE = 5_000;
  private static final int UNFINISHED_AT_ONCE = 1_000;

  private final PartitionStore store;
  private final DeliveryOrderStore order;
  private final Transactions transactions;
  private final Clock clock;
  private final Duration retention;
  private final Counter lost;

  Partitions(
      PartitionStore store,
      DeliveryOrderStore order,
      Transactions transactions,
      Clock clock,
      WebhookConfig config,
      MeterRegistry registry) {
    this.store = store;
    this.order = order;
    this.transactions = transactions;
    this.clock = clock;
    this.retention = config.retention();
    this.lost =
        Counter.builder("iam_webhook_expired")
            .description("Deliveries that expired before they were finished")
            .register(registry);
  }

  /**
   * @param messages the number of expired events
   * @param unfinished the number of deliveries that expired before they were delivered or dead
   */
  public record Outcome(int made, int dropped, long messages, long unfinished) {}

  /** Creates and drops the partitions that are due; idempotent, and safe to run concurrently. */
  public Outcome ensure() {
    Instant now = clock.instant();
    LocalDate today = day(now);
    LocalDate first = day(now.minus(retention));
    long unfinished = endUnfinished(first, now);
    PartitionStore.Changed changed =
        transactions.call(
            () -> store.ensure(today.minusDays(1), today.plusDays(DAYS_AHEAD), first));
    long messages = deleteMessages(now.minus(retention).minus(MESSAGES_LONGER));
    return new Outcome(changed.made(), changed.dropped(), messages, unfinished);
  }

  /** Ends unfinished deliveries of expired partitions, and frees those behind them. */
  private long endUnfinished(LocalDate before, Instant now) {
    long all = 0;
    Set<UUID> organizations = new HashSet<>();
    List<Unfinished> found;
    do {
      found = transactions.call(() -> endSome(before, now));
      found.forEach(delivery -> organizations.add(delivery.organization()));
      all += found.size();
    } while (found.size() == UNFINISHED_AT_ONCE);
    if (all > 0) {
      lost.increment((double) all);
      LOG.warnf(
          "%d deliveries for %d organizations expired before they were finished",
          all, organizations.size());
    }
    return all;
  }

  private List<Unfinished> endSome(LocalDate before, Instant now) {
    List<Unfinished> found = store.unfinished(before, UNFINISHED_AT_ONCE);
    order.changing(found, now, () -> store.deleteUnfinished(found));
    return found;
  }

  private long deleteMessages(Instant before) {
    long all = 0;
    int deleted;
    do {
      deleted =
          transactions.call(() -> {
            List<Expired> expired = store.expired(before, MESSAGES_AT_ONCE);
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
