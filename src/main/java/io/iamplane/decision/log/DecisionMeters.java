package io.iamplane.decision.log;

import io.iamplane.decision.engine.question.ReasonCode;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** The meters of decisions and of their log. None names a tenant, a subject or an id. */
@Singleton
public class DecisionMeters {

  private final MeterRegistry registry;
  private final LongAdder unlogged = new LongAdder();
  private final LongAdder shed = new LongAdder();
  private final LongAdder[] decisions = new LongAdder[ReasonCode.values().length];
  private final Timer seconds;
  private final Timer flushes;

  DecisionMeters(MeterRegistry registry) {
    this.registry = registry;
    for (ReasonCode reason : ReasonCode.values()) {
      LongAdder number = new LongAdder();
      decisions[reason.ordinal()] = number;
      FunctionCounter.builder("iam_decisions", number, LongAdder::sum)
          .description("Decisions by outcome and reason")
          .tag("outcome", Outcome.of(reason).wire())
          .tag("reason", reason.wire())
          .register(registry);
    }
    this.seconds =
        Timer.builder("iam_decision")
            .description("Time to make one decision, excluding the rest of its request")
            .serviceLevelObjectives(
                Duration.ofNanos(1_000),
                Duration.ofNanos(5_000),
                Duration.ofNanos(25_000),
                Duration.ofNanos(100_000),
                Duration.ofMillis(1),
                Duration.ofMillis(10),
                Duration.ofMillis(100),
                Duration.ofSeconds(1))
            .register(registry);
    FunctionCounter.builder("iam_decision_log_unlogged", unlogged, LongAdder::sum)
        .description("Denials that were counted but not recorded because the buffer was full")
        .register(registry);
    FunctionCounter.builder("iam_decision_log_shed", shed, LongAdder::sum)
        .description(
            "Requests refused with 429 because decisions arrived faster than they could be written")
        .register(registry);
    this.flushes =
        Timer.builder("iam_decision_log_flush")
            .description("Duration of one write to the decision log")
            .register(registry);
  }

  void count(ReasonCode reason) {
    decisions[reason.ordinal()].increment();
  }

  void countUnlogged() {
    unlogged.increment();
  }

  /** Counts a request that found no room in time and was not decided. */
  void countShed() {
    shed.increment();
  }

  /** Notes how long a decision took to make. */
  public void took(long nanos) {
    seconds.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** Notes how long a write of the log took. */
  void flushed(long nanos) {
    flushes.record(nanos, TimeUnit.NANOSECONDS);
  }

  void watch(LongSupplier buffered) {
    Gauge.builder("iam_decision_log_buffered", buffered::getAsLong)
        .description("Bytes of decisions waiting to be written")
        .register(registry);
  }
}
