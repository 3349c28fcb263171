package io.iamplane.decision.log;

import io.iamplane.decision.log.DecisionLogConfig.SinkName;
import io.iamplane.decision.log.DecisionSink.Flush;
import io.iamplane.decision.snapshot.PolicySnapshots;
import io.iamplane.shared.Ticker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Decision logs with settings and sinks of their own. */
public final class DecisionLogs {

  private DecisionLogs() {}

  /** Keeps all flushes, and fails while it is switched off. */
  public static final class Sink implements DecisionSink {

    private final List<Flush> written = new CopyOnWriteArrayList<>();
    private volatile boolean away;
    private volatile Runnable beforeAnswers = () -> {};

    public void away(boolean now) {
      away = now;
    }

    @Override
    public void write(Flush flush) {
      if (away) {
        throw new IllegalStateException("away");
      }
      beforeAnswers.run();
      written.add(flush);
    }

    /** Has something run when a flush is as good as written, and no answer is given. */
    public void beforeAnswers(Runnable task) {
      beforeAnswers = task;
    }

    public List<Flush> written() {
      return written;
    }
  }

  /** A log; durable if its answers wait for their records. */
  public static DecisionLog of(PolicySnapshots snapshots, DecisionSink sink, boolean durable) {
    return of(snapshots, sink, durable, System::nanoTime);
  }

  /** The same by another time. */
  public static DecisionLog of(
      PolicySnapshots snapshots, DecisionSink sink, boolean durable, Ticker ticker) {
    return new DecisionLog(
        new Settings(SinkName.POSTGRES, durable),
        sink,
        snapshots,
        new DecisionMeters(new SimpleMeterRegistry()),
        ticker);
  }

  /** Settings of a log with a sink. */
  public static DecisionLogConfig settings(SinkName sink) {
    return new Settings(sink, false);
  }

  private record Settings(SinkName sink, boolean durable) implements DecisionLogConfig {

    @Override
    public Durability durability() {
      return durable ? Durability.DURABLE : Durability.ASYNC;
    }

    @Override
    public long buffer() {
      return 1_000_000;
    }

    @Override
    public Optional<Set<String>> redact() {
      return Optional.empty();
    }

    @Override
    public Duration retention() {
      return Duration.ofDays(100);
    }
  }
}
