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

  /** Together with the later steps, less than the 25 seconds of a shutdown. */
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

  /** Returns false if a part of the worker ended by itself; true if none was started. */
  public synchronized boolean alive() {
    return worker == null || worker.alive();
  }

  /** Stops within 25 seconds; requests under way have ended or were given back. */
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
