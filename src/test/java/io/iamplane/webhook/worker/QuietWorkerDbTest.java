package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.ChangeSignals;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cost of a worker for an installation without an active webhook. */
@QuarkusTest
class QuietWorkerDbTest {

  private static final int CHANGES = 40;

  /** No statement of a worker that has nothing to do comes more often. */
  private static final Duration POLL = Duration.ofSeconds(5);

  private static final String LOOK =
      "SELECT id, organization_id FROM iam_webhooks WHERE status = 'active'";

  @Inject Instance<Fleet> fleets;
  @Inject ChangeSignals signals;

  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private final Semaphore heard = new Semaphore(0);
  private List<String> active;
  private Fleet fleet;
  private Organization tenant;

  /** Disables the webhooks that other tests left active. */
  @BeforeEach
  void noWebhookIsActive() throws SQLException {
    active =
        Rows.texts(
            "UPDATE iam_webhooks SET status = 'disabled' WHERE status = 'active' RETURNING id");
    fleet = fleets.get();
    tenant = fleet.tenant();
  }

  @AfterEach
  void end() throws SQLException {
    TestDatabase.proxy().cutNothing();
    fleets.destroy(fleet);
    Rows.update(
        "UPDATE iam_webhooks SET status = 'active' WHERE id = ANY ('{%s}'::uuid[])"
            .formatted(String.join(",", active)));
  }

  @Test
  void manyChangesShareOneCheapStatementAndNoTransaction() throws InterruptedException {
    QueueWorker worker = fleet.start();
    Cost cost = signalled(worker::wake);
    assertThat(cost.looks()).isLessThanOrEqualTo(2 + cost.took().dividedBy(Duration.ofMillis(250)));
    long due = 1 + cost.took().dividedBy(POLL);
    assertThat(cost.others())
        .as("each is due every few seconds, for this worker and the application's own")
        .allSatisfy((_, times) -> assertThat(times).isLessThanOrEqualTo(2 * due));
    assertThat(cost.looks() + cost.others().values().stream().mapToLong(each -> each).sum())
        .as("a change costs less than a statement")
        .isLessThan(CHANGES);
    // Others of this process begin some now and then.
    assertThat(cost.begun()).as("each change has its own").isLessThan(CHANGES + CHANGES / 4);
  }

  @Test
  void theFirstWebhookIsFoundByAWorkerThatRuns() {
    try (CountingReceiver receiver = CountingReceiver.accepting()) {
      QueueWorker worker = fleet.start();
      try (var _ = signals.listen(_ -> worker.wake())) {
        fleet.tell(tenant, 1, 1);
        fleet.webhook(tenant, receiver.url(), "iam.grant.*");
        fleet.tell(tenant, 3, 3);
        await().until(() -> receiver.accepted().size() == 3);
      }
    }
  }

  @Test
  void whatHappensAfterTheLastWebhookEndedIsNotedAsDone() {
    fleet.disable(tenant, fleet.webhook(tenant, "http://localhost:1/", "iam.grant.*"));
    fleet.tell(tenant, 3, 3);
    assertThat(Fleet.settled(tenant)).isFalse();
    fleet.start();
    await().until(() -> Fleet.settled(tenant));
    assertThat(Fleet.count(tenant, "pending")).isZero();
  }

  /**
   * The cost of some changes.
   *
   * @param looks for active webhooks
   * @param others how often each statement came that names a table of the queue
   * @param begun transactions
   */
  private record Cost(Duration took, long looks, Map<String, Long> others, long begun) {}

  /** Makes changes one by one, each when the signal of the one before was heard. */
  private Cost signalled(Runnable wake) throws InterruptedException {
    try (var _ =
        signals.listen(_ -> {
          wake.run();
          heard.release();
        })) {
      await()
          .until(() -> {
            fleet.tell(tenant, 1, 1);
            return heard.tryAcquire(100, TimeUnit.MILLISECONDS);
          });
      seen.clear();
      TestDatabase.proxy().cutBefore(statement -> !seen.add(statement));
      long started = System.nanoTime();
      for (int i = 0; i < CHANGES; i++) {
        heard.drainPermits();
        fleet.tell(tenant, 1, 1);
        assertThat(heard.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
      }
      TestDatabase.proxy().cutNothing();
      return new Cost(
          Duration.ofNanos(System.nanoTime() - started),
          seen.stream().filter(LOOK::equals).count(),
          seen.stream()
              .filter(text -> !text.equals(LOOK) && isOfTheQueue(text))
              .collect(Collectors.groupingBy(text -> text, Collectors.counting())),
          seen.stream().filter("BEGIN"::equals).count());
    }
  }

  private static boolean isOfTheQueue(String statement) {
    return statement.contains("iam_webhook") || statement.contains("iam_outbox_lanes");
  }
}
