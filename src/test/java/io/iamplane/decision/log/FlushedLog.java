package io.iamplane.decision.log;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.TimeUnit;

/** The decision log, once all that was decided is in it. */
@ApplicationScoped
public class FlushedLog {

  private final DecisionLog log;

  FlushedLog(DecisionLog log) {
    this.log = log;
  }

  /** Waits until everything that was decided before is written. */
  public void await() {
    log.flushed().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
