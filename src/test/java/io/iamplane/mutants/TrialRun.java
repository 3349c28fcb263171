package io.iamplane.mutants;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** One run of a test with an active mutant; a run that takes far longer than before has failed. */
final class TrialRun {

  /** Time beyond that of the test itself, in milliseconds. */
  private static final long GRACE_MILLIS = 10_000;

  private static final int TIMES = 5;

  private static final ScheduledExecutorService DEADLINES =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("deadlines of mutants").factory());

  private final Repetition repetition;
  private final long millis;
  private @Nullable Thread testing;
  private boolean late;

  /** A test that can be run once more. */
  @FunctionalInterface
  interface Repetition {
    void run() throws Throwable;
  }

  /**
   * @param millis the time of the test without a mutant
   */
  TrialRun(Repetition repetition, long millis) {
    this.repetition = repetition;
    this.millis = TIMES * millis + GRACE_MILLIS;
  }

  boolean fails(int mutant) {
    testing = Thread.currentThread();
    var deadline = DEADLINES.schedule(this::interrupt, millis, TimeUnit.MILLISECONDS);
    Mutants.activate(mutant);
    try {
      repetition.run();
      return isLate();
    } catch (TestAbortedException undecided) {
      return false;
    } catch (Throwable failure) {
      return true;
    } finally {
      end();
      deadline.cancel(false);
    }
  }

  private synchronized void interrupt() {
    Thread present = testing;
    if (present != null) {
      late = true;
      Mutants.activate(Mutants.NONE);
      present.interrupt();
    }
  }

  private synchronized boolean isLate() {
    return late;
  }

  private synchronized void end() {
    testing = null;
    Mutants.activate(Mutants.NONE);
    boolean unused = Thread.interrupted();
  }
}
