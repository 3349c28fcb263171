package io.iamplane.job;

import io.iamplane.database.Transactions;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Records the runs of jobs. A failure to write is logged, and does not affect the run. */
@Singleton
public class JobRuns {

  private static final Logger LOG = Logger.getLogger(JobRuns.class);

  /** Longer than a verification may read one chain. */
  private static final Duration LONGEST_RUN = Duration.ofHours(25);

  private static final int PRUNED_AT_ONCE = 1_000;

  /** Retention of the runs of jobs. */
  static final Duration HISTORY = Duration.ofDays(35);

  private final JobRunStore store;
  private final Transactions transactions;
  private final Clock clock;

  JobRuns(JobRunStore store, Transactions transactions, Clock clock) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * @param runner a server must hold the job's turn: runs of other servers are over
   */
  public JobRun begin(JobName job, JobRunner runner, @Nullable Instant tick) {
    JobRun run = new JobRun(UuidV7.next(), job, runner, tick, clock.instant());
    try {
      transactions.run(() -> {
        interrupt(run);
        store.begin(run);
      });
    } catch (RuntimeException e) {
      // The job will say itself that the database is away; its end is written all the same.
      LOG.debugf(e, "could not record the start of %s", job.command());
    }
    return run;
  }

  private void interrupt(JobRun run) {
    Instant now = run.startedAt();
    boolean ofServers = run.runner() == JobRunner.SERVER;
    int interrupted = store.interrupt(run.job(), ofServers, now.minus(LONGEST_RUN), now);
    if (interrupted > 0) {
      store.countInterrupted(run.job(), interrupted);
    }
  }

  /** Ends a run, and forgets some that are past their time. */
  public void end(JobRun run, JobResult result) {
    Instant now = clock.instant();
    try {
      transactions.run(() -> {
        store.end(run, result, now);
        store.count(run, result.outcome(), now);
        store.prune(run.job(), now.minus(HISTORY), PRUNED_AT_ONCE);
      });
    } catch (RuntimeException e) {
      // What failed says itself that the database is away.
      LOG.logf(
          result.outcome() == JobOutcome.FAILED ? Logger.Level.DEBUG : Logger.Level.WARN,
          "could not record the end of %s: %s",
          run.job().command(),
          e.getMessage());
    }
  }

  public Map<JobName, JobTotals> totals() {
    Map<String, JobTotals> stored = transactions.call(store::totals);
    Map<JobName, JobTotals> totals = new EnumMap<>(JobName.class);
    for (JobName job : JobName.values()) {
      totals.put(job, stored.getOrDefault(job.command(), JobTotals.NONE));
    }
    return totals;
  }
}
