package io.iamplane.job;

import io.iamplane.database.Sql;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_job_ticks}; the database's clock alone times turns: servers' differ. */
@Singleton
class JobTickStore {

  private final Sql sql;

  JobTickStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * @param done the last tick that was done; null before the first
   * @param held true if a server does the next one, or if the job rests after a failure
   */
  record State(@Nullable Instant done, boolean held) {

    boolean isDone(Instant tick) {
      return done != null && !done.isBefore(tick);
    }
  }

  State state(JobName job) {
    return sql.first(
            """
            SELECT done_tick, coalesce(held_until > clock_timestamp(), false) AS held
            FROM iam_job_ticks WHERE job = ?
            """,
            row -> new State(Sql.instantOrNull(row, "done_tick"), row.getBoolean("held")),
            job.command())
        .orElse(new State(null, false));
  }

  /**
   * Takes the turn for a tick, unless that is done, lies in the future of the database's clock, or
   * another server has the turn; returns true if it was taken.
   */
  boolean take(JobName job, Instant tick, UUID holder, Duration lease) {
    return sql.update(
            """
            INSERT INTO iam_job_ticks AS known (job, holder, held_until)
            SELECT ?, ?, clock_timestamp() + make_interval(secs => ?)
            WHERE ? <= clock_timestamp() + interval '1 minute'
            ON CONFLICT (job) DO UPDATE
              SET holder = excluded.holder, held_until = excluded.held_until
            WHERE (known.done_tick IS NULL OR known.done_tick < ?)
              AND (known.held_until IS NULL OR known.held_until <= clock_timestamp())
            """,
            job.command(),
            holder,
            (double) lease.toSeconds(),
            tick,
            tick)
        == 1;
  }

  /** Keeps the turn; returns false if it was lost. */
  boolean keep(JobName job, UUID holder, Duration lease) {
    return sql.update(
            """
            UPDATE iam_job_ticks SET held_until = clock_timestamp() + make_interval(secs => ?)
            WHERE job = ? AND holder = ?
            """,
            (double) lease.toSeconds(),
            job.command(),
            holder)
        == 1;
  }

  /** Ends the turn: the tick is done. Nothing, where another server has the turn by now. */
  void done(JobName job, UUID holder, Instant tick) {
    sql.update(
        """
        UPDATE iam_job_ticks
        SET done_tick = greatest(done_tick, ?), holder = NULL, held_until = NULL
        WHERE job = ? AND holder = ?
        """,
        tick,
        job.command(),
        holder);
  }

  /** Ends the turn: the tick is not done, and any server may take it after a rest. */
  void giveBack(JobName job, UUID holder, Duration rest) {
    sql.update(
        """
        UPDATE iam_job_ticks
        SET holder = NULL, held_until = clock_timestamp() + make_interval(secs => ?)
        WHERE job = ? AND holder = ?
        """,
        (double) rest.toSeconds(),
        job.command(),
        holder);
  }
}
