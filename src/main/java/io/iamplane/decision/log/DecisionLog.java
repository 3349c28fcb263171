package io.iamplane.decision.log;

import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.DecisionLogConfig.Durability;
import io.iamplane.decision.log.LogShares.Share;
import io.iamplane.decision.snapshot.PolicySnapshots;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import io.iamplane.shared.wire.MustWaitException;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Records every decision. A request reserves room before it is decided, and waits or is refused
 * while the log lacks it: load slows the sender that causes it. Recording takes no lock, waits for
 * nothing and never fails; while nothing can be written, a decision without room is denied {@code
 * decision_log_full}, and counted.
 */
@Singleton
public class DecisionLog {

  private static final Logger LOG = Logger.getLogger(DecisionLog.class);

  /**
   * The longest wait of a decision for others to be written with it: what a killed process loses,
   * and the wait of a durable answer. There are twenty transactions a second at most, until many
   * bytes wait.
   */
  private static final Duration FLUSH_INTERVAL = Duration.ofMillis(50);

  /** Less than the time that a container has to end. */
  private static final Duration END = Duration.ofSeconds(10);

  /** Nothing is left then, unless the sink is away. */
  private static final Duration LAST = Duration.ofMillis(500);

  /** The longest wait of a request for its turn, and again for room; several flushes. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** Records of so many bytes take longer to write than other connections should wait. */
  private static final long HEAVY = 262_144;

  /**
   * The bytes of inputs (context and properties) that are kept for the replay of a decision. Larger
   * inputs are left out, and the record says so.
   */
  private static final int MAX_INPUT_BYTES = 4_096;

  private static final CompletableFuture<Boolean> NOTHING_TO_WAIT_FOR =
      CompletableFuture.completedFuture(true);

  private final LogBuffer buffer;
  private final CountBuffer unlogged = new CountBuffer();
  private final DecisionRecords records;
  private final DecisionSink sink;
  private final LogWriter writer;
  private final DecisionMeters meters;
  private final PolicySnapshots snapshots;
  private final boolean durable;

  DecisionLog(
      DecisionLogConfig config,
      DecisionSink sink,
      PolicySnapshots snapshots,
      DecisionMeters meters,
      Ticker ticker) {
    this.snapshots = snapshots;
    this.meters = meters;
    this.durable = config.durability() == Durability.DURABLE;
    this.buffer = new LogBuffer(config.buffer());
    this.sink = sink;
    this.records =
        new DecisionRecords(config.redact().orElse(Set.of()), this::policy, MAX_INPUT_BYTES);
    this.writer =
        new LogWriter(
            buffer,
            unlogged,
            new AnsweredTarget(sink, buffer, meters, ticker, snapshots::returned, durable),
            FLUSH_INTERVAL);
    meters.watch(buffer::held);
  }

  private @Nullable PolicySnapshot policy(OrganizationId organization) {
    TenantPolicy policy = snapshots.known(organization);
    return policy == null ? null : policy.snapshot();
  }

  /**
   * Reserves room for the decisions of a request before it is decided, and waits for it behind the
   * other requests of its client. While nothing can be written nothing is reserved: each record
   * then looks for room by itself, and is denied without.
   *
   * @param requests as they will be recorded
   * @return to be closed once all is recorded
   * @throws MustWaitException when there is no room at once, on a thread that must not wait
   * @throws IamException TOO_MANY_REQUESTS when it does not come free in time, or too many wait
   */
  public LogRoom reserve(Asking asking, List<DecisionRequest> requests) {
    if (!sink.isKept()) {
      return LogRoom.none(asking);
    }
    long bytes = weight(asking, requests);
    if (bytes > HEAVY) {
      MustWaitException.requireMayWait();
    }
    Share share = buffer.share(asking.organization(), asking.account());
    if (share.waiting().get() == 0 && share.take(bytes)) {
      return LogRoom.held(asking, share, bytes, buffer, this::notice);
    }
    if (writer.isAway()) {
      return LogRoom.none(asking);
    }
    if (bytes > buffer.largest()) {
      throw busy();
    }
    MustWaitException.requireMayWait();
    writer.hurry();
    return switch (buffer.queue().await(share, bytes, writer::isAway, PATIENCE.toNanos())) {
      case TAKEN -> LogRoom.held(asking, share, bytes, buffer, this::notice);
      case AWAY -> LogRoom.none(asking);
      case BUSY -> throw busy();
    };
  }

  /** The bytes of the requests' records; stops once the limit of one request is exceeded. */
  private long weight(Asking asking, List<DecisionRequest> requests) {
    long bytes = 0;
    for (DecisionRequest each : requests) {
      bytes += records.weight(asking, each);
      if (bytes > buffer.largest()) {
        return bytes;
      }
    }
    return bytes;
  }

  private IamException busy() {
    meters.countShed();
    return IamException.tooMany(
        "The decision log cannot record any more decisions at the moment, so nothing was"
            + " decided. Try again later with fewer requests at a time.",
        1);
  }

  /**
   * Turns a request away before its body is read, when others of its client wait for room: to where
   * it may wait behind them, or altogether when they are as many as may wait.
   *
   * @throws MustWaitException on a thread that must not wait
   * @throws IamException TOO_MANY_REQUESTS
   */
  public void requireNoQueue(OrganizationId organization, @Nullable String client) {
    if (!sink.isKept()) {
      return;
    }
    int waiting = buffer.share(organization, client).waiting().get();
    if (waiting >= RoomQueue.PER_CLIENT) {
      throw busy();
    }
    if (waiting > 0) {
      MustWaitException.requireMayWait();
    }
  }

  /**
   * Records a decision, and returns the one to answer: the same, or a denial because it could not
   * be recorded.
   */
  public Decision record(MadeDecision made) {
    Decision decision = made.decision();
    if (!sink.isKept()) {
      meters.count(decision.reason());
      return decision;
    }
    boolean held = buffer.offer(records.of(made));
    Decision answer = held || isOfOutage(decision.reason()) ? decision : full(decision);
    if (!held) {
      count(DecisionCount.unlogged(made.asking(), made.at(), answer.reason()));
    }
    meters.count(answer.reason());
    if (made.asking().room() == null) {
      notice();
    }
    return answer;
  }

  private void notice() {
    if (buffer.isMuch()) {
      writer.hurry();
    } else {
      writer.notice();
    }
  }

  private void count(DecisionCount denial) {
    meters.countUnlogged();
    unlogged.add(denial);
  }

  /**
   * Delays an answer until its records are written, if the log is durable.
   *
   * @return completes once all records of the request are written: with true, or with false if the
   *     answer was withdrawn before; at once if the log is not durable
   */
  public CompletableFuture<Boolean> written(Asking asking) {
    if (!durable) {
      return NOTHING_TO_WAIT_FOR;
    }
    LogRoom room = asking.room();
    if (room != null) {
      room.handOver();
    }
    return flushed(asking::give);
  }

  /** Completes once everything that was recorded before is written. */
  CompletableFuture<Boolean> flushed() {
    return flushed(() -> true);
  }

  private CompletableFuture<Boolean> flushed(BooleanSupplier outcome) {
    CompletableFuture<Boolean> written = new CompletableFuture<>();
    buffer.afterThese(() -> written.complete(outcome.getAsBoolean()));
    writer.hurry();
    return written;
  }

  /**
   * Returns true if decisions are denied because nothing can be recorded: in every tenant, or,
   * while nothing is written, for every client that has decisions in the buffer.
   */
  public boolean isFull() {
    return writer.isFailing() && (buffer.isFull() || buffer.isFullForAll());
  }

  private static Decision full(Decision decision) {
    return new Decision(ReasonCode.DECISION_LOG_FULL, decision.policyVersion(), null, null, 0);
  }

  /** Denials because a dependency is missing, which need no second reason. */
  private static boolean isOfOutage(ReasonCode reason) {
    return reason == ReasonCode.DEPENDENCY_UNAVAILABLE
        || reason == ReasonCode.POLICY_VERSION_UNAVAILABLE;
  }

  /** While there is a database still: requests have ended, and beans have not. */
  void writeAll(@Observes ShutdownEvent end) {
    if (buffer.held() == 0 && unlogged.isEmpty()) {
      return;
    }
    try {
      flushed().get(END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.errorf(
          "could not write %d bytes of decisions in time for the shutdown; still trying",
          buffer.held());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @PreDestroy
  void stop() {
    if (!writer.end(LAST)) {
      LOG.errorf("lost %d bytes of decisions at shutdown", buffer.held());
    }
  }
}
