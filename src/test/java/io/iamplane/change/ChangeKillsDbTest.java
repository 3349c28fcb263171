package io.iamplane.change;

import static org.awaitility.Awaitility.await;

import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.Caller;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PostgreSQL ends connections while many writers of a tenant write, wherever they are in their
 * transactions: each caller hears the truth, and the rows are whole.
 */
@QuarkusTest
class ChangeKillsDbTest {

  private static final Logger LOG = Logger.getLogger(ChangeKillsDbTest.class);
  private static final int CHANGES_BETWEEN = 10;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @Inject GroupedChanges grouped;
  @Inject UserService users;
  @Inject TestPlatform platform;
  @Inject WholeSpine spine;

  private final HeardOutcomes heard = new HeardOutcomes();
  private volatile boolean stop;
  private Organization tenant;
  private Caller caller;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant();
    caller = platform.command();
  }

  @ParameterizedTest(name = "groups of {0}")
  @ValueSource(ints = {1, 2, 64})
  void fiveKills(int groupSize) throws Exception {
    kills(groupSize, 5, 16);
  }

  @ParameterizedTest(name = "groups of {0}")
  @Tag("stress")
  @ValueSource(ints = {1, 2, 64})
  void twoHundredKills(int groupSize) throws Exception {
    kills(groupSize, 200, 64);
  }

  private void kills(int groupSize, int times, int writers) throws Exception {
    Changes door = grouped.ofSize(groupSize, 2);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writing = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        String name = "w" + writer;
        writing.add(threads.submit(() -> write(door, name)));
      }
      try {
        for (int kill = 0; kill < times; kill++) {
          int before = heard.confirmed();
          await().atMost(PATIENCE).until(() -> heard.confirmed() > before + CHANGES_BETWEEN);
          await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(HeardOutcomes::killed);
        }
      } finally {
        stop = true;
      }
      for (Future<?> writer : writing) {
        writer.get();
      }
    }
    exact();
    LOG.infof("groups of %d, %d kills: %s", groupSize, times, heard);
  }

  private void write(Changes door, String name) {
    for (int i = 0; !stop; i++) {
      String key = name + "-" + i;
      CreateUserRequest user = CreateUserRequest.of(key, "User", Map.of());
      heard.of(
          key,
          () ->
              door.record(
                  Change.policyOverFacts(
                      caller,
                      tenant.id(),
                      recording -> users.createAtEnd(recording, user).name())));
    }
  }

  private void exact() {
    List<String> there = spine.users(tenant);
    heard.assertTrueOf(there);
    spine.assertWhole(tenant, there.size());
  }
}
