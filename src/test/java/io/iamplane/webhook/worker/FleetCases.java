package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.webhook.receiver.Reaction;
import io.iamplane.webhook.receiver.Received;
import io.iamplane.webhook.subscription.WebhookId;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Many messages, receivers that misbehave in every way, and workers and databases that die. */
abstract class FleetCases {

  private static final Logger LOG = Logger.getLogger(FleetCases.class);

  @Inject Instance<Fleet> fleets;

  private final List<CountingReceiver> receivers = new ArrayList<>();
  private Fleet fleet;
  private Organization tenant;
  private Organization other;

  @BeforeEach
  void twoTenants() {
    fleet = fleets.get();
    tenant = fleet.tenant();
    other = fleet.tenant();
  }

  @AfterEach
  void end() {
    fleets.destroy(fleet);
    receivers.forEach(CountingReceiver::close);
  }

  void everythingArrives(int workers, int messages) {
    CountingReceiver steady = receiver(_ -> Reaction.Answer.of(204));
    CountingReceiver failing = receiver(_ -> Reaction.Answer.of(percent(20) ? 500 : 200));
    CountingReceiver closing = receiver(orElse(10, new Reaction.Close()));
    CountingReceiver hanging = receiver(orElse(1, new Reaction.Hang()));
    CountingReceiver theirs = receiver(_ -> Reaction.Answer.of(200));
    CountingReceiver never = receiver(_ -> Reaction.Answer.of(500));
    Map<CountingReceiver, WebhookId> grants = new LinkedHashMap<>();
    for (CountingReceiver each : List.of(steady, failing, closing, hanging)) {
      grants.put(each, fleet.webhook(tenant, each.url(), "iam.grant.*").webhook().id());
    }
    fleet.webhook(tenant, never.url(), "iam.webhook.*");
    fleet.webhook(other, theirs.url(), "*");
    fleet.startMany(workers);
    // Another transaction stays open the whole time.
    try (Connection held = hold()) {
      long started = System.nanoTime();
      fleet.tell(tenant, messages, 50);
      settle(messages);
      long millis = Duration.ofNanos(System.nanoTime() - started).toMillis();
      LOG.infof("%d messages to 4 receivers, %d workers: %d ms", messages, workers, millis);
      assertThat(held.isClosed()).isFalse();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    List<String> sent = Fleet.events(tenant, "iam.grant.%");
    assertThat(sent).hasSize(messages);
    grants.forEach((receiver, webhook) -> {
      // Nothing died: each failure was tried again within ten tries.
      assertArrived(receiver, sent);
      // On a busy machine an answer may come too late, which counts as no answer.
      Map<String, Integer> unanswered = Fleet.unanswered(webhook);
      assertThat(receiver.accepted().entrySet())
          .as("what was answered well is not sent again")
          .allMatch(
              event -> event.getValue().get() <= 1 + unanswered.getOrDefault(event.getKey(), 0));
    });
    assertThat(never.accepted()).isEmpty();
    assertThat(Fleet.count(tenant, "dead")).isEqualTo(5);
    assertArrived(theirs, Fleet.events(other, "%webhook%"));
  }

  void killedWorkersLoseNothing(int kills, int messages) {
    CountingReceiver slow =
        receiver(_ -> new Reaction.Answer(200, Map.of(), Duration.ofMillis(20)));
    fleet.webhook(tenant, slow.url(), "iam.grant.*");
    fleet.tell(tenant, messages, 50);
    for (int i = 0; i < kills; i++) {
      int before = slow.accepted().size();
      QueueWorker doomed = fleet.start();
      await().until(() -> slow.accepted().size() > before + 20);
      fleet.kill(doomed);
    }
    fleet.startMany(2);
    settle(messages);
    List<String> sent = Fleet.events(tenant, "iam.grant.%");
    assertThat(sent).hasSize(messages);
    assertArrived(slow, sent);
    int twice = (int) slow.accepted().values().stream().filter(n -> n.get() > 1).count();
    // At most what the dead workers had in hand.
    assertThat(twice).isLessThanOrEqualTo(kills * Fleet.QUICK.perWebhook() * 2);
    assertThat(Fleet.count(tenant, "delivered")).isEqualTo(messages);
  }

  void aKilledDatabaseLosesNothing(int kills, int messages) throws Exception {
    CountingReceiver steady = receiver(_ -> Reaction.Answer.of(204));
    fleet.webhook(tenant, steady.url(), "iam.grant.*");
    fleet.tell(tenant, messages, 50);
    fleet.startMany(3);
    for (int i = 0; i < kills; i++) {
      int before = steady.accepted().size();
      await().until(() -> steady.accepted().size() > before + 20);
      crash();
    }
    settle(messages);
    List<String> sent = Fleet.events(tenant, "iam.grant.%");
    assertThat(sent).as("all events are still there").hasSize(messages);
    assertArrived(steady, sent);
    assertThat(Fleet.count(tenant, "delivered")).isEqualTo(messages);
  }

  /** Compares sets: a hundred thousand ids are too many for pairwise comparison. */
  private static void assertArrived(CountingReceiver receiver, List<String> sent) {
    Set<String> lost = new HashSet<>(sent);
    lost.removeAll(receiver.accepted().keySet());
    Set<String> strange = new HashSet<>(receiver.accepted().keySet());
    sent.forEach(strange::remove);
    assertThat(lost).as("never arrived").isEmpty();
    assertThat(strange).as("arrived, but were never sent").isEmpty();
  }

  private void settle(int messages) {
    await()
        .atMost(Duration.ofSeconds(60 + messages / 50))
        // To count many takes time that the workers need.
        .pollInterval(Duration.ofMillis(Math.clamp(messages / 20, 100, 5_000)))
        // A database that was killed does not answer at once.
        .ignoreExceptionsMatching(e -> e.getCause() instanceof SQLException)
        .until(() -> {
          assertThat(Fleet.forgotten(tenant)).as("held long after the lease").isZero();
          return Fleet.settled(tenant) && Fleet.settled(other);
        });
  }

  private CountingReceiver receiver(Function<Received, Reaction> reaction) {
    CountingReceiver receiver = CountingReceiver.forMany(reaction);
    receivers.add(receiver);
    return receiver;
  }

  private static Function<Received, Reaction> orElse(int percent, Reaction bad) {
    return _ -> percent(percent) ? bad : Reaction.Answer.of(200);
  }

  private static boolean percent(int percent) {
    return ThreadLocalRandom.current().nextInt(100) < percent;
  }

  /**
   * Kills a process of the database, which then ends all others, loses its memory and recovers from
   * its log.
   */
  private static void crash() throws SQLException {
    // It may still be recovering from the time before.
    try (Connection connection =
            await().ignoreExceptions().until(FleetCases::connected, Objects::nonNull);
        Statement statement = connection.createStatement();
        var row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      ProcessHandle.of(row.getLong(1)).orElseThrow().destroyForcibly();
    }
    await().ignoreExceptions().until(() -> Rows.texts("SELECT 1").size() == 1);
  }

  private static Connection connected() throws SQLException {
    return DriverManager.getConnection(TestDatabase.directUrl(), "postgres", "postgres");
  }

  /** A transaction that has seen the tables and does not end. */
  private static Connection hold() throws SQLException {
    Connection connection = connected();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT count(*) FROM iam_webhook_deliveries");
    }
    return connection;
  }
}
