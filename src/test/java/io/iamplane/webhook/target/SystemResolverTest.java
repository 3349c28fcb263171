package io.iamplane.webhook.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.OrganizationId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SystemResolverTest {

  private static final InetAddress SOMEWHERE = InetAddress.ofLiteral("192.0.2.1");
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(30);

  private final CountDownLatch dead = new CountDownLatch(1);
  private final AtomicInteger lookups = new AtomicInteger();
  private final SystemResolver resolvers =
      new SystemResolver(
          name -> {
            lookups.incrementAndGet();
            if (name.startsWith("dead")) {
              awaitEnd();
            }
            if (name.startsWith("nobody")) {
              throw new UnknownHostException(name);
            }
            return new InetAddress[] {SOMEWHERE};
          },
          SHORT,
          2,
          2);
  private final OrganizationId tenant = OrganizationId.next();
  private final NameResolver resolver = resolvers.of(tenant);

  @AfterEach
  void end() {
    dead.countDown();
    resolvers.close();
  }

  @Test
  void aNameHasItsAddresses() throws Exception {
    assertThat(resolver.resolve("a.example")).containsExactly(SOMEWHERE);
    assertThatThrownBy(() -> resolver.resolve("nobody.example"))
        .isInstanceOf(UnknownHostException.class)
        .isNotInstanceOf(ResolverBusyException.class);
  }

  @Test
  void manyWhoAskForADeadNameHoldOneThread() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> askers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        askers.add(threads.submit(() -> resolver.resolve("dead.example")));
      }
      await().until(() -> lookups.get() == 1);
      assertThat(resolver.resolve("a.example")).containsExactly(SOMEWHERE);
      for (Future<?> asker : askers) {
        assertThatThrownBy(asker::get)
            .hasCauseInstanceOf(UnknownHostException.class)
            .cause()
            .isNotInstanceOf(ResolverBusyException.class);
      }
      assertThat(lookups).hasValue(2);
    }
  }

  @Test
  void whatNobodyCouldAskForTellsNothingOfTheName() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.submit(() -> resolver.resolve("dead1.example"));
      threads.submit(() -> resolver.resolve("dead2.example"));
      await().until(() -> lookups.get() == 2);
      assertThatThrownBy(() -> resolver.resolve("a.example"))
          .isInstanceOf(ResolverBusyException.class);
      dead.countDown();
      await().ignoreExceptions().until(() -> !resolver.resolve("a.example").isEmpty());
    }
  }

  @Test
  void aTenantWhoseNameServersHangHoldsUpNoOther() throws Exception {
    hang(8, 4, 20);
  }

  @Test
  @Tag("stress")
  void tenantsWhoseNameServersHangHoldUpNoOther() throws Exception {
    hang(64, 8, 2_000);
  }

  private void hang(int most, int perTenant, int names) throws Exception {
    try (SystemResolver shared = new SystemResolver(this::find, LONG, most, perTenant);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      NameResolver attacker = shared.of(tenant);
      for (int i = 0; i < names; i++) {
        String dead = "dead" + i + ".example";
        threads.submit(() -> attacker.resolve(dead));
      }
      await().until(() -> lookups.get() == perTenant);
      NameResolver other = shared.of(OrganizationId.next());
      for (int i = 0; i < 100; i++) {
        assertThat(other.resolve("a" + i + ".example")).containsExactly(SOMEWHERE);
      }
      assertThat(lookups).hasValue(perTenant + 100);
      // Not behind the attacker's line, though it asks for the same name.
      Future<?> same = threads.submit(() -> other.resolve("dead" + (names - 1) + ".example"));
      await().until(() -> lookups.get() == perTenant + 101);
      assertThat(same).isNotDone();
      dead.countDown();
      threads.shutdownNow();
    }
  }

  private InetAddress[] find(String name) {
    lookups.incrementAndGet();
    if (name.startsWith("dead")) {
      awaitEnd();
    }
    return new InetAddress[] {SOMEWHERE};
  }

  private void awaitEnd() {
    try {
      dead.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
