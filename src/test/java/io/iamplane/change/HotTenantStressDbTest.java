package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One tenant writes as fast as it can. The times of another tenant's lone change and of its
 * decisions are printed, with load and without. Decisions stay correct.
 */
@QuarkusTest
@Tag("stress")
class HotTenantStressDbTest {

  private static final Logger LOG = Logger.getLogger(HotTenantStressDbTest.class);
  private static final int WRITERS = 64;
  private static final int WARM_UP = 300;
  private static final int CHANGES = 500;
  private static final int DECISIONS_EACH = 20;

  @Inject Changes changes;
  @Inject UserService users;
  @Inject DecisionService decisions;
  @Inject TestPlatform platform;
  @Inject WholeSpine spine;

  private final AtomicLong written = new AtomicLong();
  private volatile boolean stop;
  private Caller caller;
  private Organization quiet;
  private DecisionRequest request;

  /** Times of changes and decisions, in microseconds. */
  private record Times(long[] changes, long[] decisions) {

    static String of(long[] times) {
      return "median %d, p99 %d µs".formatted(percentile(times, 50), percentile(times, 99));
    }

    static long percentile(long[] times, int percent) {
      long[] sorted = times.clone();
      Arrays.sort(sorted);
      return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }
  }

  @Test
  void anotherTenantsLoneChangeIsNotHeldUp() throws Exception {
    caller = platform.command();
    quiet = platform.tenant();
    Organization hot = platform.tenant();
    IssuedClient client = platform.administrator(quiet);
    request =
        new DecisionRequest(
            Party.of(platform.subject(client)),
            new Asked.Permission("iam:users.read", null),
            null,
            Map.of(),
            Map.of(),
            Aal.AAL3);
    measured("warm-up", WARM_UP);
    Times idle = measured("idle", CHANGES);
    Times busy;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        AutoCloseable _ = () -> stop = true) {
      List<Future<?>> writing = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        String name = "w" + writer;
        writing.add(threads.submit(() -> write(hot, name)));
      }
      await().until(() -> written.get() > 10 * WRITERS);
      long before = written.get();
      long began = System.nanoTime();
      busy = measured("busy", CHANGES);
      LOG.infof(
          "the other tenant: %d changes a second",
          (written.get() - before) * Duration.ofSeconds(1).toNanos() / (System.nanoTime() - began));
      stop = true;
      for (Future<?> each : writing) {
        each.get();
      }
    }
    LOG.infof("a lone change, idle: %s", Times.of(idle.changes()));
    LOG.infof("a lone change, busy: %s", Times.of(busy.changes()));
    LOG.infof("a decision, idle: %s", Times.of(idle.decisions()));
    LOG.infof("a decision, busy: %s", Times.of(busy.decisions()));
    assertThat(spine.users(hot)).hasSize((int) written.get());
    spine.assertWhole(hot, written.get());
  }

  private void write(Organization tenant, String name) {
    for (int i = 0; !stop; i++) {
      create(tenant, name + "-" + i);
      written.incrementAndGet();
    }
  }

  private Times measured(String name, int count) {
    Times times = new Times(new long[count], new long[count * DECISIONS_EACH]);
    for (int i = 0; i < count; i++) {
      String key = name + "-" + i;
      times.changes()[i] = micros(() -> create(quiet, key));
      for (int j = 0; j < DECISIONS_EACH; j++) {
        times.decisions()[i * DECISIONS_EACH + j] = micros(this::decide);
      }
    }
    return times;
  }

  private void create(Organization tenant, String key) {
    changes.record(
        Change.policyOverFacts(
            caller,
            tenant.id(),
            recording ->
                users.createAtEnd(recording, CreateUserRequest.of(key, "User", Map.of())).name()));
  }

  private void decide() {
    assertThat(decisions.authorize(quiet.id(), decisions.policy(quiet.id(), 0), request).allowed())
        .isTrue();
  }

  private static long micros(Runnable work) {
    long began = System.nanoTime();
    work.run();
    return (System.nanoTime() - began) / 1_000;
  }
}
