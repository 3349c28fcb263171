package io.iamplane.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.database.Transactions;
import io.iamplane.testing.Rows;
import io.iamplane.testing.SettableClock;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every run leaves a row, and the totals of runs outlive the rows. */
@QuarkusTest
class JobRunsDbTest {

  private static final JobName JOB = JobName.AUDIT_CHECKPOINT;
  private static final JobResult DONE = new JobResult(0, "3 chains");
  private static final JobResult FAILED = new JobResult(3, "the database is unavailable");

  @Inject JobRunStore store;
  @Inject Transactions transactions;

  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-23T12:00:00Z"));
  private JobRuns runs;

  @BeforeEach
  void noRuns() throws SQLException {
    Rows.update("DELETE FROM iam_job_runs WHERE job = '" + JOB.command() + "'");
    Rows.update("DELETE FROM iam_job_totals WHERE job = '" + JOB.command() + "'");
    runs = new JobRuns(store, transactions, clock);
  }

  @Test
  void aRunIsOneRow() throws SQLException {
    JobRun run = runs.begin(JOB, JobRunner.COMMAND, null);
    assertThat(rows()).containsExactly("command - - - ");
    clock.advance(Duration.ofMillis(2_500));
    runs.end(run, new JobResult(1, "3 chains, 1 broken\nand more"));

    assertThat(rows()).containsExactly("command 2.5 finding 1 3 chains, 1 broken");
    assertThat(totals())
        .isEqualTo(new JobTotals(0, Duration.ofMillis(2_500), null, clock.instant()));
  }

  @Test
  void totalsKeepTheLastOfEachKind() {
    Instant succeeded = clock.instant();
    end(DONE);
    clock.advance(Duration.ofHours(1));
    end(FAILED);
    end(FAILED);

    assertThat(totals()).isEqualTo(new JobTotals(2, Duration.ZERO, succeeded, null));
  }

  @Test
  void aServersTurnEndsWhatAnotherServerBegan() throws SQLException {
    runs.begin(JOB, JobRunner.SERVER, clock.instant());
    JobRun command = runs.begin(JOB, JobRunner.COMMAND, null);
    clock.advance(Duration.ofSeconds(90));
    JobRun next = runs.begin(JOB, JobRunner.SERVER, clock.instant());
    runs.end(next, DONE);
    runs.end(command, DONE);

    assertThat(rows())
        .containsExactly(
            "server 90 interrupted - ", "command 90 done 0 3 chains", "server 0 done 0 3 chains");
    assertThat(totals().failures()).isEqualTo(1);
  }

  @Test
  void aCommandThatWasKilledIsInterruptedADayLater() throws SQLException {
    runs.begin(JOB, JobRunner.COMMAND, null);
    clock.advance(Duration.ofHours(24));
    runs.begin(JOB, JobRunner.COMMAND, null);
    assertThat(totals().failures()).isZero();
    clock.advance(Duration.ofHours(2));
    runs.begin(JOB, JobRunner.COMMAND, null);

    assertThat(rows())
        .containsExactly("command 93600 interrupted - ", "command - - - ", "command - - - ");
    assertThat(totals().failures()).isEqualTo(1);
  }

  @Test
  void rowsAreForgottenAndTotalsStay() throws SQLException {
    end(FAILED);
    clock.advance(JobRuns.HISTORY.plusSeconds(1));
    end(DONE);

    assertThat(rows()).containsExactly("server 0 done 0 3 chains");
    assertThat(totals().failures()).isEqualTo(1);
  }

  @Test
  void aJobRunsWithoutItsRecord() throws SQLException, IOException {
    JobRun run;
    TestDatabase.proxy().goAway();
    try {
      run = runs.begin(JOB, JobRunner.COMMAND, null);
      runs.end(run, FAILED);
    } finally {
      TestDatabase.comeBack();
    }
    assertThat(rows()).isEmpty();

    runs.end(run, DONE);
    assertThat(rows())
        .as("its beginning is known to it")
        .containsExactly("command 0 done 0 3 chains");
  }

  private void end(JobResult result) {
    runs.end(runs.begin(JOB, JobRunner.SERVER, clock.instant()), result);
  }

  private JobTotals totals() {
    return runs.totals().getOrDefault(JOB, JobTotals.NONE);
  }

  private static List<String> rows() throws SQLException {
    return Rows.texts(
        """
        SELECT concat_ws(' ', runner,
          coalesce(trim_scale(extract(epoch FROM ended_at - started_at))::text, '-'),
          coalesce(outcome, '-'), coalesce(exit_code::text, '-'), detail)
        FROM iam_job_runs WHERE job = '%s' ORDER BY started_at, id
        """
            .formatted(JOB.command()));
  }
}
