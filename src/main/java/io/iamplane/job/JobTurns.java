package io.iamplane.job;

import io.iamplane.database.Transactions;
import io.iamplane.job.JobTickStore.State;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * The leader lock of jobs: a row for each, with the holder of the next tick and the end of its
 * lease. A server keeps its turn while it works; one that dies in any way is followed by another
 * after {@link #LEASE}.
 */
@Singleton
class JobTurns {

  /** The time after which the turn of a silent server ends. */
  static final Duration LEASE = Duration.ofSeconds(60);

  private final JobTickStore store;
  private final Transactions transactions;
  private final UUID holder = UuidV7.next();

  JobTurns(JobTickStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
  }

  enum Turn {
    /** This server does the tick. */
    TAKEN,
    DONE,
    /** Another server does it, or the job rests after a failure. */
    HELD
  }

  Turn take(JobName job, Instant tick) {
    return transactions.call(() -> {
      State state = store.state(job);
      if (state.isDone(tick)) {
        return Turn.DONE;
      }
      return !state.held() && store.take(job, tick, holder, LEASE) ? Turn.TAKEN : Turn.HELD;
    });
  }

  /** Keeps the turn for another {@link #LEASE}; returns false if another server has it by now. */
  boolean keep(JobName job) {
    return transactions.call(() -> store.keep(job, holder, LEASE));
  }

  void done(JobName job, Instant tick) {
    transactions.run(() -> store.done(job, holder, tick));
  }

  /** Ends the turn; any server may take it again after a rest. */
  void giveBack(JobName job, Duration rest) {
    transactions.run(() -> store.giveBack(job, holder, rest));
  }
}
