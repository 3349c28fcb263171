package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.Ticker;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A replica that never looks at the database by itself follows by signals alone, soon. */
@QuarkusTest
@Timeout(60)
class PolicySignalsDbTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final double SOON_MILLIS = 250;
  private static final int CHANGES = 60;

  @Inject Replicas replicas;
  @Inject Ticker ticker;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject TestPlatform platform;

  private final AtomicInteger number = new AtomicInteger();
  private PolicySnapshots other;
  private Organization tenant;

  @BeforeEach
  void aReplicaThatListens() {
    tenant = platform.tenant();
    other = replicas.thatNeverLooks();
    assertThat(other.await(tenant.id(), 0)).isNotNull();
    // The first may be written before it listens.
    await().atMost(PATIENCE).until(() -> change() > 0 && version() > 1);
  }

  @AfterEach
  void stop() {
    other.stop();
  }

  private long change() {
    changes.record(
        Change.policy(
            platform.command(),
            tenant.id(),
            recording ->
                users.create(
                    recording,
                    CreateUserRequest.of("u" + number.incrementAndGet(), "User", Map.of()))));
    return changes.version(tenant.id()).orElseThrow();
  }

  private long version() {
    return other.known(tenant.id()).version();
  }

  @Test
  void eachChangeIsSeenSoon() {
    double[] millis = new double[CHANGES];
    for (int i = 0; i < CHANGES; i++) {
      long version = change();
      long written = ticker.nanos();
      await().pollInterval(Duration.ofMillis(1)).atMost(PATIENCE).until(() -> version() >= version);
      millis[i] = (ticker.nanos() - written) / 1e6;
    }
    Arrays.sort(millis);
    System.out.printf(
        "a change is seen by signal after p50 %.1f ms, at most %.1f ms%n",
        millis[CHANGES / 2], millis[CHANGES - 1]);
    assertThat(millis[CHANGES / 2]).as("p50 in ms").isLessThanOrEqualTo(SOON_MILLIS);
  }

  /** One that commits while the version before it is read must not wait for the next signal. */
  @Test
  void theLastOfManyIsSeen() {
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CHANGES; i++) {
        writers.execute(this::change);
      }
    }
    long last = changes.version(tenant.id()).orElseThrow();
    await().atMost(PATIENCE).until(() -> version() == last);
  }

  /** Any role of the database may notify. */
  @Test
  void aSignalOfAVersionThatIsNotThereDeniesNothing() throws SQLException {
    Rows.texts("SELECT pg_notify('iam_changes', '%s@999999999999')".formatted(tenant.id()));
    long version = change();
    await().atMost(PATIENCE).until(() -> version() >= version);
    assertThat(other.loaded(tenant.id(), 0)).isNotNull();
  }
}
