package io.iamplane.webhook.worker;

import io.iamplane.database.DatabaseFailure;
import io.iamplane.database.Transactions;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.webhook.claim.Claim;
import io.iamplane.webhook.claim.Claims;
import io.iamplane.webhook.claim.Claims.Job;
import io.iamplane.webhook.claim.InFlight;
import io.iamplane.webhook.claim.QueueStore;
import io.iamplane.webhook.claim.WorkerSettings;
import io.iamplane.webhook.outcome.DeliveryOutcome;
import io.iamplane.webhook.outcome.DeliveryOutcomes;
import io.iamplane.webhook.outcome.OutcomeWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;

/**
 * Delivers messages to webhooks until it is stopped. One thread fans out and claims, each request
 * has a virtual thread, one thread writes outcomes. No transaction is open during a request.
 */
public final class QueueWorker {

  private static final Logger LOG = Logger.getLogger(QueueWorker.class);

  private final FanOut fanOut;
  private final Upkeep upkeep;
  private final Claims claims;
  private final DeliveryAttempts tries;
  private final OutcomeWriter endings;
  private final QueueStore queue;
  private final Transactions transactions;
  private final InFlight flight;
  private final Idle idle = new Idle();
  private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
  private final Runnable whenEnded;
  private final Thread thread;
  private volatile boolean stopping;

  QueueWorker(
      Parts parts, FanOut fanOut, Upkeep upkeep, QueueStore queue, Transactions transactions) {
    this.fanOut = fanOut;
    this.upkeep = upkeep;
    this.claims = parts.claims();
    this.tries = parts.tries();
    this.queue = queue;
    this.transactions = transactions;
    this.flight = parts.flight();
    this.whenEnded = parts.whenEnded();
    this.endings =
        new OutcomeWriter(parts.endings(), parts.settings(), flight.token(), this::written);
    this.thread = Thread.ofPlatform().daemon().name("iam-queue").unstarted(this::run);
  }

  /**
   * @param whenEnded releases the worker's resources
   */
  record Parts(
      WorkerSettings settings,
      InFlight flight,
      Claims claims,
      DeliveryAttempts tries,
      DeliveryOutcomes endings,
      Runnable whenEnded) {}

  public void start() {
    thread.start();
  }

  public void wake() {
    claims.changed();
    idle.wake();
  }

  /**
   * Stops claiming and sending, waits for requests under way, writes their outcomes and gives back
   * the other deliveries. Takes at most a few seconds more than {@code patience}.
   */
  public void stop(Duration patience) {
    stopping = true;
    flight.drain();
    idle.wake();
    join();
    requests.shutdown();
    boolean ended = await(patience);
    // What finished by now is written; what does not is given back, and its outcome ignored.
    List<Claim> left = flight.close();
    if (!ended) {
      LOG.infof("%d deliveries did not finish in time; releasing them", left.size());
    }
    endings.stop(Duration.ofSeconds(2));
    giveBack(left);
    requests.shutdownNow();
    whenEnded.run();
  }

  /** Ends as a crash would: nothing is written any more and nothing given back. */
  void abandon() {
    stopping = true;
    flight.close();
    endings.abandon();
    requests.shutdownNow();
    thread.interrupt();
    whenEnded.run();
  }

  private void run() {
    PollStep fanningOut = new PollStep("could not fan out events", this::fanOut);
    PollStep givingBack = new PollStep("could not release deliveries", this::giveUntriedBack);
    PollStep claiming = new PollStep("could not claim deliveries", this::claim);
    PollStep looking = new PollStep("could not look up webhooks", claims::look);
    PollStep upkeeping = new PollStep("could not maintain the delivery queue", this::keepUp);
    while (!stopping) {
      // What keeps one from working must not keep the other.
      boolean busy = fanningOut.succeeds();
      busy |= givingBack.succeeds();
      busy |= claiming.succeeds();
      // Last, so that a message on its way does not wait for it.
      busy |= looking.succeeds();
      busy |= upkeeping.succeeds();
      if (busy) {
        idle.reset();
      } else if (!idle.await()) {
        return;
      }
    }
  }

  private boolean fanOut() {
    if (!claims.subscribed()) {
      return false;
    }
    return switch (fanOut.step()) {
      case FanOut.Made made -> {
        claims.know(made.organization(), made.webhooks());
        yield true;
      }
      case FanOut.Skipped _, FanOut.Nothing _ -> false;
    };
  }

  private boolean keepUp() {
    upkeep.whenItIsTime(claims.subscribed());
    return false;
  }

  /** Claimed deliveries without an attempt are due again, for any worker. */
  private boolean giveUntriedBack() {
    List<Claim> some = flight.untried();
    if (some.isEmpty()) {
      return false;
    }
    try {
      transactions.run(() -> queue.release(some, flight.token()));
    } finally {
      // Else they are due when their lease ends.
      some.forEach(claims::givenBack);
    }
    return true;
  }

  private boolean claim() {
    List<Job> jobs = claims.next();
    jobs.forEach(job -> requests.execute(() -> attempt(job)));
    return !jobs.isEmpty();
  }

  /** Returns true if both essential threads run; an error, unlike an exception, ends one. */
  boolean alive() {
    return thread.isAlive() && endings.alive();
  }

  private void attempt(Job job) {
    Claim claim = job.claim();
    boolean failed = true;
    try {
      tries.run(job, () -> flight.start(claim)).ifPresentOrElse(this::ended, () -> untried(claim));
      failed = false;
    } catch (RuntimeException e) {
      // A defect of ours: the delivery is due again when its lease ends.
      LOG.errorf(
          e, "could not attempt delivery %s; it is due again when its lease ends", claim.id());
    } finally {
      if (failed) {
        flight.release(claim);
      }
    }
  }

  private void ended(DeliveryOutcome ending) {
    if (flight.finish(ending.claim())) {
      endings.add(ending);
    }
  }

  /** It is given back by the loop, or at the end. */
  private void untried(Claim claim) {
    flight.lose(claim);
    if (!stopping) {
      idle.wake();
    }
  }

  private void written(List<DeliveryOutcome> written) {
    written.forEach(outcome -> claims.settled(outcome.claim(), outcome.nextAttemptAt()));
    idle.wake();
  }

  private void giveBack(List<Claim> left) {
    try {
      transactions.run(() -> queue.release(left, flight.token()));
    } catch (RuntimeException e) {
      LOG.warn("could not release deliveries; they wait until their leases end", e);
    }
  }

  private boolean await(Duration patience) {
    try {
      return requests.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void join() {
    try {
      thread.join(Duration.ofSeconds(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A task that repeats, regardless of earlier failures. */
  private static final class PollStep {

    private static final Logger LOG = Logger.getLogger(PollStep.class);

    /** At four looks a second, a line a minute. */
    private static final int FAILURES_FOR_A_LINE = 240;

    private final String failed;
    private final BooleanSupplier look;
    private int failures;

    /**
     * @param failed the message for a failure
     * @param look returns true if there was work
     */
    PollStep(String failed, BooleanSupplier look) {
      this.failed = failed;
      this.look = look;
    }

    /** Polls; returns true if there was work and it was done. */
    boolean succeeds() {
      try {
        boolean found = look.getAsBoolean();
        failures = 0;
        return found;
      } catch (RuntimeException e) {
        tell(e);
        return false;
      }
    }

    /** A database that is away comes back, and others tell of it; anything else lasts. */
    private void tell(RuntimeException failure) {
      boolean away =
          DatabaseFailure.of(failure).filter(DatabaseFailure.UNAVAILABLE::equals).isPresent()
              || (failure instanceof IamException e
                  && e.code() == ErrorCode.DEPENDENCY_UNAVAILABLE);
      if (away || failures++ % FAILURES_FOR_A_LINE != 0) {
        LOG.debug(failed, failure);
      } else {
        LOG.warn(failed + "; will retry", failure);
      }
    }
  }
}
