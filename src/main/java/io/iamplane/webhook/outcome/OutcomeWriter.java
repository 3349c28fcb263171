package io.iamplane.webhook.outcome;

import io.iamplane.webhook.claim.WorkerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Collects outcomes and writes them in batches, one transaction each. Keeps them while the database
 * is unavailable and retries, so that finished deliveries are not sent again.
 */
public final class OutcomeWriter {

  private static final Logger LOG = Logger.getLogger(OutcomeWriter.class);
  private static final int AT_ONCE = 256;
  private static final Duration AGAIN = Duration.ofMillis(250);
  private static final Duration SOON = Duration.ofMillis(20);

  private final DeliveryOutcomes endings;
  private final Disabler disabler;
  private final UUID token;
  private final Consumer<List<DeliveryOutcome>> listener;
  private final BlockingQueue<DeliveryOutcome> arrived = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile boolean stopping;
  private volatile boolean abandoned;

  public OutcomeWriter(
      DeliveryOutcomes endings,
      WorkerSettings settings,
      UUID token,
      Consumer<List<DeliveryOutcome>> listener) {
    this.endings = endings;
    this.disabler = new Disabler(endings, settings.disableAfter());
    this.token = token;
    this.listener = listener;
    this.thread = Thread.ofPlatform().daemon().name("iam-queue-endings").start(this::run);
  }

  public void add(DeliveryOutcome ending) {
    arrived.add(ending);
  }

  /** Writes the remaining outcomes and ends, or gives up after the time. */
  public void stop(Duration within) {
    stopping = true;
    try {
      if (!thread.join(within)) {
        abandon();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    disabler.stop();
  }

  /** Ends at once; deliveries with an unwritten outcome are sent again after their lease. */
  public void abandon() {
    abandoned = true;
    thread.interrupt();
    disabler.stop();
  }

  private void run() {
    while (!abandoned && !(stopping && arrived.isEmpty())) {
      List<DeliveryOutcome> batch = take();
      if (!batch.isEmpty()) {
        writeUntilDone(batch);
      }
    }
  }

  private List<DeliveryOutcome> take() {
    List<DeliveryOutcome> batch = new ArrayList<>();
    try {
      DeliveryOutcome first = arrived.poll(50, TimeUnit.MILLISECONDS);
      if (first != null) {
        batch.add(first);
        arrived.drainTo(batch, AT_ONCE - 1);
      }
    } catch (InterruptedException e) {
      LOG.debug("the writer of delivery results was stopped");
    }
    return batch;
  }

  private void writeUntilDone(List<DeliveryOutcome> batch) {
    while (!abandoned) {
      try {
        List<DeliveryOutcome> written = endings.write(batch, token);
        listener.accept(written);
        disabler.note(written);
        keep(batch, written);
        return;
      } catch (RuntimeException e) {
        LOG.warnf("could not save %d delivery results: %s; will retry", batch.size(), e);
        LockSupport.parkNanos(this, AGAIN.toNanos());
      }
    }
  }

  /** Queues unwritten outcomes again, behind the others. */
  private void keep(List<DeliveryOutcome> batch, List<DeliveryOutcome> written) {
    if (written.size() < batch.size()) {
      List<DeliveryOutcome> left = new ArrayList<>(batch);
      left.removeAll(Set.copyOf(written));
      arrived.addAll(left);
      if (written.isEmpty()) {
        LockSupport.parkNanos(this, SOON.toNanos());
      }
    }
  }

  public boolean alive() {
    return thread.isAlive();
  }
}
