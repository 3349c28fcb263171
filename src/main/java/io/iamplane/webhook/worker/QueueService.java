package io.iamplane.webhook.worker;

import io.iamplane.change.ChangeNotifier;
import io.iamplane.database.Notifications;
import io.iamplane.webhook.retention.Partitions;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The worker of this process, with all that it needs around it: signals, and room for tomorrow. */
@ApplicationScoped
public class QueueService {

  private static final Logger LOG = Logger.getLogger(QueueService.class);

  /** With what comes after, less than the 25 seconds that a shutdown may take. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private static final Duration PARTITIONS_EVERY = Duration.ofHours(1);
  private static final Duration PARTITIONS_AGAIN = Duration.ofSeconds(10);

  private final QueueWorkers workers;
  private final Notifications notifications;
  private final Partitions partitions;
  private final ScheduledExecutorService housekeeping =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("iam-partitions").factory());
  private @Nullable QueueWorker worker;
  private Notifications.@Nullable Subscription signals;

  QueueService(QueueWorkers workers, Notifications notifications, Partitions partitions) {
    this.workers = workers;
    this.notifications = notifications;
    this.partitions = partitions;
  }

  /** Begins to deliver; nothing when it does already. */
  public synchronized void start() {
    if (worker == null) {
      QueueWorker started = workers.create();
      started.start();
      worker = started;
      signals = notifications.listen(ChangeNotifier.CHANNEL, started::wake);
      housekeeping.execute(this::ensurePartitions);
    }
  }

  /** Whether nothing that delivers has ended by itself; true when nothing was started. */
  public synchronized boolean alive() {
    return worker == null || worker.alive();
  }

  /** Ends within 25 seconds; what was on its way has ended or was given back. */
  @PreDestroy
  public synchronized void stop() {
    housekeeping.shutdownNow();
    if (signals != null) {
      signals.close();
      signals = null;
    }
    if (worker != null) {
      worker.stop(PATIENCE);
      worker = null;
    }
  }

  private void ensurePartitions() {
    Duration next = PARTITIONS_EVERY;
    try {
      partitions.ensure();
    } catch (RuntimeException e) {
      LOG.warnf("partitions could not be ensured: %s", e.getMessage());
      next = PARTITIONS_AGAIN;
    }
    if (!housekeeping.isShutdown()) {
      var _ = housekeeping.schedule(this::ensurePartitions, next.toMillis(), TimeUnit.MILLISECONDS);
    }
  }
}
