package io.iamplane.ops;

import io.iamplane.shared.ReadinessProbe;
import io.iamplane.shared.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Asks one probe, so that askers never wait longer than the deadline and a dependency that hangs is
 * asked once and not again until it let go.
 */
final class GuardedProbe {

  private static final Logger LOG = Logger.getLogger(GuardedProbe.class);

  /**
   * @param deadline an answer that takes longer is a no
   * @param freshness the time for which an answer is repeated without asking
   */
  record Limits(Duration deadline, Duration freshness) {
    static final Limits DEFAULT = new Limits(Duration.ofSeconds(1), Duration.ofSeconds(1));
  }

  private final ReadinessProbe probe;
  private final Limits limits;
  private final Executor executor;
  private final Ticker ticker;

  private boolean running;
  private @Nullable CompletableFuture<Boolean> answer;
  private long freshUntil;
  private boolean wasReady = true;
  private volatile boolean known;

  GuardedProbe(ReadinessProbe probe, Limits limits, Executor executor, Ticker ticker) {
    this.probe = probe;
    this.limits = limits;
    this.executor = executor;
    this.ticker = ticker;
  }

  String name() {
    return probe.name();
  }

  /** Returns true if the dependency is available; within the deadline, and never an error. */
  synchronized CompletableFuture<Boolean> ask() {
    CompletableFuture<Boolean> present = answer;
    if (present == null || (!running && ticker.nanos() - freshUntil >= 0)) {
      CompletableFuture<Boolean> next = new CompletableFuture<>();
      present = next.thenApply(ready -> known = ready);
      answer = present;
      running = true;
      next.completeOnTimeout(false, limits.deadline().toNanos(), TimeUnit.NANOSECONDS);
      executor.execute(() -> run(next));
    }
    // A copy, so that a caller who gives up does not cancel the answer of the others.
    return present.copy();
  }

  /** The last answer, while another one is asked for. No before the first. */
  boolean last() {
    return ask().getNow(known);
  }

  private void run(CompletableFuture<Boolean> asked) {
    boolean ready = false;
    String why = "";
    try {
      ready = probe.ready();
    } catch (RuntimeException e) {
      why = ": " + e.getMessage();
    } finally {
      finish(asked, ready, why);
    }
  }

  private void finish(CompletableFuture<Boolean> asked, boolean ready, String why) {
    synchronized (this) {
      running = false;
      // What came too late was answered with a no, which need not stand any longer.
      freshUntil = ticker.nanos() + (asked.isDone() ? 0 : limits.freshness().toNanos());
      tell(ready, why);
    }
    asked.complete(ready);
  }

  /** One line when the state changes, instead of one for every probe of an outage. */
  private void tell(boolean ready, String why) {
    if (ready != wasReady) {
      wasReady = ready;
      LOG.logf(
          ready ? Logger.Level.INFO : Logger.Level.WARN,
          "%s is %s%s",
          probe.name(),
          ready ? "ready again" : "not ready",
          why);
    }
  }
}
