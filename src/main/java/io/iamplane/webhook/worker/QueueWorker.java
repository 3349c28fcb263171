package io.iamplane.webhook.worker;

import io.iamplane.database.DatabaseFailure;
import io.iamplane.database.Transactions;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.worker.Claims.Job;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Takes messages to their webhooks until it is stopped. One thread fans out and claims, each
 * request has a virtual thread, one thread writes what came of them. No transaction is open during
 * a request.
 */
public final class QueueWorker {

  private static final Logger LOG = Logger.getLogger(QueueWorker.class);

  /** At four looks a second, a line a minute. */
  private static final int FAILURES_FOR_A_LINE = 240;

  private final FanOut fanOut;
  private final Claims claims;
  private final Tries tries;
  private final EndingWriter endings;
  private final QueueStore queue;
  private final Transactions transactions;
  private final UUID token;
  private final Idle idle = new Idle();
  private final Map<UUID, Claim> onTheirWay = new ConcurrentHashMap<>();
  private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
  private final Runnable whenEnded;
  private final Thread thread;
  private volatile boolean stopping;
  private volatile boolean abandoned;

  QueueWorker(Parts parts, FanOut fanOut, QueueStore queue, Transactions transactions) {
    this.fanOut = fanOut;
    this.claims = parts.claims();
    this.tries = parts.tries();
    this.queue = queue;
    this.transactions = transactions;
    this.token = parts.token();
    this.whenEnded = parts.whenEnded();
    this.endings =
        new EndingWriter(parts.endings(), parts.settings(), parts.token(), this::written);
    this.thread = Thread.ofPlatform().daemon().name("iam-queue").unstarted(this::run);
  }

  /**
   * What belongs to one worker alone.
   *
   * @param token by which its claims are known
   * @param whenEnded gives back what the worker used
   */
  record Parts(
      WorkerSettings settings,
      UUID token,
      Claims claims,
      Tries tries,
      Endings endings,
      Runnable whenEnded) {}

  public void start() {
    thread.start();
  }

  /** There may be something to do. */
  public void wake() {
    idle.wake();
  }

  /**
   * Claims nothing more, lets requests end, writes what came of them and gives the others back.
   * Takes a few seconds more than {@code patience} at most.
   */
  public void stop(Duration patience) {
    stopping = true;
    idle.wake();
    join();
    requests.shutdown();
    try {
      if (!requests.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.infof("%d deliveries did not end in time and are given back", onTheirWay.size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    abandoned = true;
    endings.stop(Duration.ofSeconds(2));
    giveBack(onTheirWay.values());
    requests.shutdownNow();
    whenEnded.run();
  }

  /** Ends as a crash would: nothing is written any more and nothing given back. */
  void abandon() {
    stopping = true;
    abandoned = true;
    endings.abandon();
    requests.shutdownNow();
    thread.interrupt();
    whenEnded.run();
  }

  private void run() {
    int failures = 0;
    while (!stopping) {
      boolean busy = false;
      try {
        Optional<Set<WebhookId>> fanned = fanOut.step();
        fanned.ifPresent(claims::know);
        busy = fanned.isPresent();
        List<Job> jobs = claims.next();
        jobs.forEach(this::deliver);
        busy |= !jobs.isEmpty();
        failures = 0;
      } catch (RuntimeException e) {
        tell(e, failures++);
      }
      if (busy) {
        idle.reset();
      } else if (!idle.await()) {
        return;
      }
    }
  }

  /** A database that is away comes back, and others tell of it; anything else lasts. */
  private static void tell(RuntimeException failure, int before) {
    boolean away =
        DatabaseFailure.of(failure).filter(DatabaseFailure.UNAVAILABLE::equals).isPresent()
            || (failure instanceof IamException e && e.code() == ErrorCode.DEPENDENCY_UNAVAILABLE);
    if (away || before % FAILURES_FOR_A_LINE != 0) {
      LOG.debug("the queue could not be looked at", failure);
    } else {
      LOG.warn("the queue could not be looked at, and is looked at again", failure);
    }
  }

  private void deliver(Job job) {
    onTheirWay.put(job.claim().id().value(), job.claim());
    requests.execute(() -> attempt(job));
  }

  private void attempt(Job job) {
    Claim claim = job.claim();
    try {
      tries.run(job).ifPresentOrElse(this::ended, () -> claims.settled(claim));
    } catch (RuntimeException e) {
      // A defect of ours: the delivery is due again when its lease ends.
      LOG.errorf(e, "delivery %s could not be tried", claim.id());
      claims.settled(claim);
    } finally {
      if (!abandoned) {
        onTheirWay.remove(claim.id().value());
      }
    }
  }

  private void ended(Ending ending) {
    if (!abandoned) {
      endings.add(ending);
    }
  }

  private void written(List<Ending> written) {
    written.forEach(ending -> claims.settled(ending.claim()));
    idle.wake();
  }

  private void giveBack(Collection<Claim> left) {
    try {
      transactions.run(() -> queue.release(List.copyOf(left), token));
    } catch (RuntimeException e) {
      LOG.warn("deliveries could not be given back and wait for the end of their lease", e);
    }
  }

  private void join() {
    try {
      thread.join(Duration.ofSeconds(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
