package io.iamplane.decision;

import io.iamplane.decision.log.DecisionLog;
import io.iamplane.shared.trace.NullTracer;
import java.time.Duration;

/** Answers of which a test sees when they begin to wait for their records. */
public final class WatchedAnswers {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private WatchedAnswers() {}

  /** Runs a task on the thread of the request when its wait begins. */
  public static RecordedAnswers of(DecisionLog log, Runnable begins) {
    return new RecordedAnswers(
        log,
        PATIENCE,
        name -> {
          begins.run();
          return NullTracer.INSTANCE.start(name);
        });
  }
}
