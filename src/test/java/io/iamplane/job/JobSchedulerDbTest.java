package io.iamplane.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.database.Transactions;
import io.iamplane.testing.RememberedSpans;
import io.iamplane.testing.Rows;
import io.iamplane.testing.SettableClock;
import io.iamplane.testing.TestDatabase;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several servers with schedules: each tick is done once, and by another when a server dies. */
@QuarkusTest
class JobSchedulerDbTest {

  private static final JobName JOB = JobName.AUDIT_CHECKPOINT;
  private static final Duration HOUR = Duration.ofHours(1);

  @Inject JobTickStore ticks;
  @Inject JobRuns runs;
  @Inject Transactions transactions;

  /** A little after a tick, which is in the past of the database's clock. */
  private final SettableClock clock =
      new SettableClock(
          Instant.now().minus(Duration.ofDays(2)).truncatedTo(ChronoUnit.HOURS).plusSeconds(1));

  private final List<String> did = new ArrayList<>();
  private final Deque<Runnable> begun = new ArrayDeque<>();
  private final RememberedSpans spans = new RememberedSpans();
  private JobResult result = new JobResult(0, "");

  @BeforeEach
  void neverRan() throws SQLException {
    Rows.update("DELETE FROM iam_job_ticks WHERE job = '" + JOB.command() + "'");
    Rows.update("DELETE FROM iam_job_runs WHERE job = '" + JOB.command() + "'");
  }

  @Test
  void threeServersDoEachTickOnce() throws SQLException {
    List<JobScheduler> servers = List.of(server("a"), server("b"), server("c"));
    for (int hour = 0; hour < 3; hour++) {
      lookTwice(servers);
      clock.advance(HOUR);
    }

    assertThat(did).hasSize(3);
    assertThat(
            Rows.texts(
                "SELECT count(*) FROM iam_job_runs WHERE job = '%s' AND runner = 'server' GROUP BY tick"
                    .formatted(JOB.command())))
        .containsExactly("1", "1", "1");
  }

  @Test
  void whatWasMissedIsMadeUpForOnce() {
    JobScheduler server = server("a");
    server.look();
    clock.advance(Duration.ofHours(7));
    lookTwice(List.of(server));

    assertThat(did).containsExactly("a", "a");
  }

  @Test
  void aServerThatDiesIsFollowedByAnother() throws SQLException {
    JobScheduler dying = server("a", begun::add);
    JobScheduler other = server("b");
    dying.look();
    lookTwice(List.of(other));
    assertThat(did).as("the first one works").isEmpty();

    expireTurn();
    dying.look();
    lookTwice(List.of(other));
    assertThat(did).as("it lives, and kept its turn").isEmpty();

    expireTurn();
    lookTwice(List.of(other));
    assertThat(did).containsExactly("b");
  }

  @Test
  void aServerThatWasFrozenDoesNotDisturbTheNext() throws SQLException {
    JobScheduler frozen = server("a", begun::add);
    frozen.look();
    expireTurn();
    JobScheduler other = server("b", begun::add);
    other.look();

    begun.remove().run();
    lookTwice(List.of(server("c")));
    assertThat(did).as("the turn is the second server's").containsExactly("a");

    begun.remove().run();
    lookTwice(List.of(server("c")));
    assertThat(did).containsExactly("a", "b");
  }

  @Test
  void aServerThatStopsLeavesItsTurnToOthersAtOnce() {
    JobScheduler stopping = server("a", begun::add);
    stopping.look();
    stopping.stop(new ShutdownEvent());
    lookTwice(List.of(stopping, server("b")));

    assertThat(did).containsExactly("b");
  }

  @Test
  void aServerWithoutAThreadLeavesItsTurnToAnyAtOnce() {
    AtomicBoolean full = new AtomicBoolean(true);
    JobScheduler first =
        server(
            "a",
            work -> {
              if (full.get()) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              work.run();
            });
    assertThatThrownBy(first::look).isInstanceOf(OutOfMemoryError.class);
    lookTwice(List.of(server("b")));
    assertThat(did).containsExactly("b");

    clock.advance(HOUR);
    assertThatThrownBy(first::look).isInstanceOf(OutOfMemoryError.class);
    full.set(false);
    lookTwice(List.of(first));
    assertThat(did).containsExactly("b", "a");
  }

  @Test
  void whatFailedIsTriedAgainAfterARest() throws SQLException {
    List<JobScheduler> servers = List.of(server("a"), server("b"));
    result = new JobResult(3, "the database is unavailable");
    lookTwice(servers);
    assertThat(did).containsExactly("a");

    result = new JobResult(1, "a finding is an answer");
    expireTurn();
    lookTwice(servers);
    assertThat(did).containsExactly("a", "a");
    expireTurn();
    lookTwice(servers);
    assertThat(did).hasSize(2);
  }

  @Test
  void aServerWhoseClockIsAheadTakesNoTickOfTheFuture() {
    clock.set(Instant.now().plus(Duration.ofDays(1)));
    lookTwice(List.of(server("a")));

    assertThat(did).isEmpty();
  }

  @Test
  void anOutageEndsNothing() throws IOException {
    JobScheduler server = server("a");
    TestDatabase.proxy().goAway();
    try {
      server.look();
    } finally {
      TestDatabase.comeBack();
    }
    assertThat(did).isEmpty();
    server.look();
    assertThat(did).containsExactly("a");
  }

  @Test
  void everyRunIsASpan() throws SQLException {
    lookTwice(List.of(server("a")));
    clock.advance(HOUR);
    result = new JobResult(1, "a chain is broken");
    lookTwice(List.of(server("a")));

    assertThat(spans.ended())
        .containsExactly(
            "iam.job iam.outcome=done iam.task=" + JOB.command(),
            "iam.job iam.outcome=finding iam.task=" + JOB.command());
  }

  private static void lookTwice(List<JobScheduler> servers) {
    servers.forEach(JobScheduler::look);
    servers.forEach(JobScheduler::look);
  }

  private JobScheduler server(String name) {
    return server(name, Runnable::run);
  }

  private JobScheduler server(String name, Executor threads) {
    Job job =
        new Job() {
          @Override
          public JobName name() {
            return JOB;
          }

          @Override
          public JobResult run() {
            did.add(name);
            return result;
          }
        };
    return new JobScheduler(
        List.of(new DueJob(job, new Schedule.Every(HOUR))),
        new JobTurns(ticks, transactions),
        runs,
        clock,
        spans,
        threads);
  }

  /** Simulates the expiry of the turn. */
  private static void expireTurn() throws SQLException {
    Rows.update(
        "UPDATE iam_job_ticks SET held_until = clock_timestamp() - interval '1 second'"
            + " WHERE job = '%s' AND held_until IS NOT NULL".formatted(JOB.command()));
  }
}
