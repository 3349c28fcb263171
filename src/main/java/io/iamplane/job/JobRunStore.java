package io.iamplane.job;

import io.iamplane.database.Sql;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The rows of {@code iam_job_runs}, and their totals in {@code iam_job_totals}. */
@Singleton
class JobRunStore {

  private static final double NANOS = 1e9;

  private final Sql sql;

  JobRunStore(Sql sql) {
    this.sql = sql;
  }

  void begin(JobRun run) {
    sql.updateOne(
        """
        INSERT INTO iam_job_runs (id, job, runner, tick, started_at) VALUES (?, ?, ?, ?, ?)
        """,
        run.id(),
        run.job().command(),
        run.runner().wire(),
        run.tick(),
        run.startedAt());
  }

  /** Ends a run, even if its beginning was not written. */
  void end(JobRun run, JobResult result, Instant now) {
    sql.updateOne(
        """
        INSERT INTO iam_job_runs
          (id, job, runner, tick, started_at, ended_at, outcome, exit_code, detail)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET ended_at = excluded.ended_at,
          outcome = excluded.outcome, exit_code = excluded.exit_code, detail = excluded.detail
        """,
        run.id(),
        run.job().command(),
        run.runner().wire(),
        run.tick(),
        run.startedAt(),
        now,
        result.outcome().wire(),
        result.exitCode(),
        result.detail());
  }

  void count(JobRun run, JobOutcome outcome, Instant now) {
    sql.updateOne(
        """
        INSERT INTO iam_job_totals AS known
          (job, failures, ended_at, seconds, succeeded_at, found_at)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (job) DO UPDATE SET
          failures = known.failures + excluded.failures,
          ended_at = greatest(known.ended_at, excluded.ended_at),
          seconds = excluded.seconds,
          succeeded_at = greatest(known.succeeded_at, excluded.succeeded_at),
          found_at = greatest(known.found_at, excluded.found_at)
        """,
        run.job().command(),
        outcome == JobOutcome.FAILED ? 1L : 0L,
        now,
        Duration.between(run.startedAt(), now).toNanos() / NANOS,
        outcome == JobOutcome.DONE ? now : null,
        outcome == JobOutcome.FINDING ? now : null);
  }

  /**
   * Ends the runs of a job without a process.
   *
   * @param ofServers true if no server runs the job now
   * @param before a run that began earlier has no process any more
   */
  int interrupt(JobName job, boolean ofServers, Instant before, Instant now) {
    return sql.update(
        """
        UPDATE iam_job_runs SET ended_at = ?, outcome = 'interrupted'
        WHERE job = ? AND ended_at IS NULL AND (started_at < ? OR (? AND runner = 'server'))
        """,
        now,
        job.command(),
        before,
        ofServers);
  }

  void countInterrupted(JobName job, int runs) {
    sql.updateOne(
        """
        INSERT INTO iam_job_totals AS known (job, failures) VALUES (?, ?)
        ON CONFLICT (job) DO UPDATE SET failures = known.failures + excluded.failures
        """,
        job.command(),
        (long) runs);
  }

  /** Deletes some runs of before a moment; never waits for another transaction. */
  void prune(JobName job, Instant before, int most) {
    sql.update(
        """
        DELETE FROM iam_job_runs WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM iam_job_runs WHERE job = ? AND started_at < ?
          ORDER BY started_at LIMIT ? FOR UPDATE SKIP LOCKED))
        """,
        job.command(),
        before,
        most);
  }

  /** By the command's name; a job that never ran is missing. */
  Map<String, JobTotals> totals() {
    Map<String, JobTotals> totals = new HashMap<>();
    sql.forEach(
        "SELECT job, failures, seconds, succeeded_at, found_at FROM iam_job_totals",
        row -> totals.put(row.getString("job"), totals(row)));
    return totals;
  }

  private static JobTotals totals(ResultSet row) throws SQLException {
    double seconds = row.getDouble("seconds");
    Duration duration = row.wasNull() ? null : Duration.ofNanos((long) (seconds * NANOS));
    return new JobTotals(
        row.getLong("failures"),
        duration,
        Sql.instantOrNull(row, "succeeded_at"),
        Sql.instantOrNull(row, "found_at"));
  }
}
