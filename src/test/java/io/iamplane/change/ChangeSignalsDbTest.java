package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.database.Notifications;
import io.iamplane.database.Notifications.Subscription;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Signals of changes arrive, and arrive again after any interruption. */
@QuarkusTest
@Timeout(60)
class ChangeSignalsDbTest {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String LISTENERS =
      "FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND pid <> pg_backend_pid()";

  @Inject ChangeSignals signals;
  @Inject Notifications notifications;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject TestPlatform platform;

  private final Map<OrganizationId, Long> heard = new ConcurrentHashMap<>();
  private final List<Subscription> open = new ArrayList<>();
  private int number;

  @AfterEach
  void close() {
    TestDatabase.proxy().loseNotifications(false);
    open.forEach(Subscription::close);
  }

  private void listen() {
    open.add(signals.listen(heard::putAll));
  }

  private long change(Organization tenant) {
    changes.record(
        Change.policy(
            platform.command(),
            tenant.id(),
            recording ->
                users.create(recording, CreateUserRequest.of("u" + number++, "User", Map.of()))));
    return changes.version(tenant.id()).orElseThrow();
  }

  /** A signal may be lost while nothing listens yet; a later change is heard. */
  private void awaitHeard(Organization tenant) {
    long first = change(tenant);
    await()
        .atMost(SOON)
        .until(() -> {
          change(tenant);
          return heard.getOrDefault(tenant.id(), 0L) > first;
        });
  }

  @Test
  void aChangeIsHeardWithItsVersionByAllWhoListen() {
    Organization tenant = platform.tenant();
    Map<OrganizationId, Long> others = new ConcurrentHashMap<>();
    open.add(signals.listen(others::putAll));
    listen();
    awaitHeard(tenant);
    long version = change(tenant);
    await().atMost(SOON).until(() -> version == heard.get(tenant.id()));
    await().atMost(SOON).until(() -> version == others.get(tenant.id()));
  }

  @Test
  void aProcessTakesOneConnectionToListen() throws SQLException {
    listen();
    listen();
    awaitHeard(platform.tenant());
    assertThat(Rows.texts("SELECT pid " + LISTENERS)).hasSize(1);
  }

  @Test
  void aLostConnectionIsReplaced() throws SQLException {
    listen();
    Organization tenant = platform.tenant();
    for (int i = 0; i < 3; i++) {
      awaitHeard(tenant);
      assertThat(Rows.texts("SELECT pg_terminate_backend(pid) " + LISTENERS)).containsOnly("t");
    }
    awaitHeard(tenant);
  }

  @Test
  void aConnectionThatIsGivenBackListensNoLonger() throws SQLException {
    AtomicReference<Thread> listening = new AtomicReference<>();
    Consumer<String> fails =
        text -> {
          listening.set(Thread.currentThread());
          Thread.currentThread().interrupt();
          throw new IllegalStateException(text);
        };
    try (var _ = notifications.listen("iam_failing", fails)) {
      await()
          .atMost(SOON)
          .until(() -> {
            Rows.texts("SELECT pg_notify('iam_failing', 'a text')");
            return listening.get() != null && !listening.get().isAlive();
          });
      assertThat(Rows.texts("SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN iam_failing'"))
          .isEmpty();
    }
  }

  @Test
  void aPoolerThatLosesSignalsIsLoggedOnce() {
    List<LogRecord> log = new CopyOnWriteArrayList<>();
    Handler listener =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            log.add(record);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger("io.iamplane.database.Listening");
    logger.addHandler(listener);
    TestDatabase.proxy().loseNotifications(true);
    try (var _ = notifications.listen("iam_deaf", _ -> {})) {
      await().atMost(SOON).until(() -> !log.isEmpty());
    } finally {
      logger.removeHandler(listener);
    }
    assertThat(log)
        .singleElement()
        .satisfies(record -> assertThat(record.getMessage()).contains("only by polling"));
  }
}
