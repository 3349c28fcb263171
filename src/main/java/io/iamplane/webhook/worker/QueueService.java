package io.iamplane.webhook.worker;

import io.iamplane.change.ChangeSignals;
import io.iamplane.database.Notifications;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The worker of this process, and the signals that wake it. */
@Singleton
public class QueueService {

  /** With what comes after, less than the 25 seconds that a shutdown may take. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final QueueWorkers workers;
  private final ChangeSignals changes;
  private @Nullable QueueWorker worker;
  private Notifications.@Nullable Subscription signals;

  QueueService(QueueWorkers workers, ChangeSignals changes) {
    this.workers = workers;
    this.changes = changes;
  }

  /** Begins to deliver; nothing when it does already. */
  public synchronized void start() {
    if (worker == null) {
      QueueWorker started = workers.create();
      started.start();
      worker = started;
      signals = changes.listen(_ -> started.wake());
    }
  }

  /** Whether nothing that delivers has ended by itself; true when nothing was started. */
  public synchronized boolean alive() {
    return worker == null || worker.alive();
  }

  /** Ends within 25 seconds; what was on its way has ended or was given back. */
  @PreDestroy
  public synchronized void stop() {
    if (signals != null) {
      signals.close();
      signals = null;
    }
    if (worker != null) {
      worker.stop(PATIENCE);
      worker = null;
    }
  }
}
