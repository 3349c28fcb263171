package io.iamplane.change;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;

/**
 * Wakes the replicas and the queue worker after a commit. The signal is sent outside the change's
 * transaction, because a pending NOTIFY serialises all commits of a database, and once for all
 * changes that committed meanwhile. It names the tenants with their versions. A lost signal loses
 * nothing: everyone also polls.
 */
@Singleton
public class ChangeNotifier {

  /** The channel that replicas and workers listen on; see {@link ChangeSignals}. */
  static final String CHANNEL = "iam_changes";

  /**
   * A payload must be shorter than 8,000 bytes (PostgreSQL manual, "NOTIFY"); a tenant takes 56 at
   * most.
   */
  static final int TENANTS_AT_A_TIME = 140;

  private static final Logger LOG = Logger.getLogger(ChangeNotifier.class);

  private static final int LAST_SIGNAL_SECONDS = 2;

  /** The least time between two signals: each is a transaction, and wakes every worker. */
  private static final Duration PACE = Duration.ofMillis(20);

  private final Transactions transactions;
  private final Sql sql;
  private final AtomicBoolean waiting = new AtomicBoolean();
  private Map<OrganizationId, Long> changed = new HashMap<>();
  private final ExecutorService sender =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("iam-notify").factory());

  ChangeNotifier(Transactions transactions, Sql sql) {
    this.transactions = transactions;
    this.sql = sql;
  }

  void announceAfterCommit(OrganizationId organization, long version) {
    transactions.afterCommit(() -> {
      changed(organization, version);
      wake();
    });
  }

  /** Sends a signal soon. None is sent after the end: a job may still commit then. */
  void wake() {
    if (waiting.compareAndSet(false, true)) {
      try {
        sender.execute(this::send);
      } catch (RejectedExecutionException e) {
        LOG.debug("the process is ending; other replicas will see the change when they poll");
      }
    }
  }

  private synchronized void changed(OrganizationId organization, long version) {
    changed.merge(organization, version, Math::max);
  }

  private synchronized Map<OrganizationId, Long> takeChanged() {
    Map<OrganizationId, Long> taken = changed;
    changed = new HashMap<>();
    return taken;
  }

  private void send() {
    // Cleared first: a change that commits from here on asks for a signal of its own.
    waiting.set(false);
    try {
      sql.list(
          "SELECT pg_notify('" + CHANNEL + "', versions) FROM unnest(?::text[]) AS versions",
          row -> true,
          (Object) ChangedVersions.texts(takeChanged(), TENANTS_AT_A_TIME));
    } catch (RuntimeException e) {
      LOG.debug("could not notify other replicas; they will see the change when they poll", e);
    }
    // Commits during the pause share one signal, which is sent at its end.
    LockSupport.parkNanos(this, PACE.toNanos());
  }

  /** Before the pool closes: a signal under way would meet a closed connection. */
  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    sender.shutdown();
    if (!sender.awaitTermination(LAST_SIGNAL_SECONDS, TimeUnit.SECONDS)) {
      LOG.debug(
          "could not send the last notification; other replicas will see the change when they "
              + "poll");
    }
  }
}
