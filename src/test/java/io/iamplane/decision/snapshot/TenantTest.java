package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.shared.OrganizationId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Readers, writers and refreshes never wait for a tenant with changes that are slow to apply. */
class TenantTest {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final int WRITERS = 8;
  private static final OrganizationId ID = TestTenants.organization(1);

  private final SlowApplier applier = new SlowApplier();
  private final Tenant tenant = new Tenant(ID, applier);

  /** Applies nothing but the version, and stops at version 2 until it may go on. */
  private static final class SlowApplier extends ChangeApplier {

    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);
    final AtomicInteger together = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();
    Error error;

    SlowApplier() {
      super(new ObjectMapper());
    }

    @Override
    TenantPolicy apply(TenantPolicy policy, long version, List<PolicyChange> changes) {
      most.accumulateAndGet(together.incrementAndGet(), Math::max);
      try {
        if (version == 2) {
          begun.countDown();
          goOn.await();
        }
        if (error != null) {
          throw error;
        }
        return policy.at(policy.snapshot().apply(version, List.of()));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      } finally {
        together.decrementAndGet();
      }
    }
  }

  @Test
  void whileAChangeIsAppliedNothingElseWaits() throws Exception {
    tenant.replace(TestTenants.policy(ID, 1));
    try (ExecutorService threads = Executors.newSingleThreadExecutor();
        AutoCloseable _ = applier.goOn::countDown) {
      Future<?> slow = threads.submit(() -> tenant.committed(2, List.of()));
      assertTimeoutPreemptively(
          SOON,
          () -> {
            applier.begun.await();
            tenant.committed(3, List.of()); // another writer, at once
            tenant.require(4); // the refresh of all tenants
            assertThat(tenant.current(0)).isNull();
            assertThat(tenant.isRefreshing()).isFalse();
            tenant.committed(4, List.of());
            applier.goOn.countDown();
            slow.get();
          });
    }
    assertThat(tenant.current(4)).isNotNull();
    assertThat(applier.most).hasValue(1);
  }

  @Test
  void whatComesOutOfOrderWaitsForWhatIsMissing() {
    applier.goOn.countDown();
    tenant.replace(TestTenants.policy(ID, 1));
    tenant.committed(4, List.of());
    tenant.committed(3, List.of());
    assertThat(tenant.current(0)).isNull();
    tenant.apply(new TreeMap<>(Map.of(2L, List.of())));
    assertThat(tenant.current(4)).isNotNull();
  }

  @Test
  void manyWritersAtOnceLoseNoChange() throws Exception {
    applier.goOn.countDown();
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      for (int round = 0; round < 200; round++) {
        Tenant fresh = new Tenant(ID, applier);
        fresh.replace(TestTenants.policy(ID, 1));
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
          long version = i + 2;
          writers.add(threads.submit(() -> fresh.committed(version, List.of())));
        }
        for (Future<?> each : writers) {
          each.get();
        }
        assertThat(fresh.current(WRITERS + 1)).isNotNull();
      }
    }
    assertThat(applier.most).hasValue(1);
  }

  @Test
  void aStackOverflowWhileApplyingMeansToLoadAfresh() {
    applier.goOn.countDown();
    applier.error = new StackOverflowError();
    tenant.replace(TestTenants.policy(ID, 1));
    tenant.committed(2, List.of());
    assertThat(tenant.policy()).isNull();
    tenant.replace(TestTenants.policy(ID, 2));
    assertThat(tenant.current(2)).isNotNull();
  }

  @Test
  void aFreshPolicyTakesThePlaceOfAWornOneOnceItIsNotOlder() {
    applier.goOn.countDown();
    tenant.replace(TestTenants.worn(ID, 1));
    assertThat(tenant.beginsRenewal(0)).isTrue();
    assertThat(tenant.beginsRenewal(0)).as("one at a time").isFalse();
    TenantPolicy fresh = TestTenants.policy(ID, 1);
    tenant.committed(2, List.of());
    tenant.committed(4, List.of()); // 3 is still to come
    assertThat(tenant.renewed(fresh)).isFalse();
    assertThat(tenant.policy().isWorn()).isTrue();
    TenantPolicy followed =
        tenant.followed(fresh, new TreeMap<>(Map.of(2L, List.of(), 3L, List.of())));
    assertThat(tenant.renewed(followed)).isTrue();
    assertThat(tenant.policy().isWorn()).isFalse();
    assertThat(tenant.current(4)).as("what waited is applied").isNotNull();
    assertThat(tenant.beginsRenewal(0)).as("it is new").isFalse();
  }

  @Test
  void aWornPolicyAnswersAfterARenewalThatFailedWhichIsTriedAgainLater() {
    tenant.replace(TestTenants.worn(ID, 1));
    assertThat(tenant.beginsRenewal(0)).isTrue();
    tenant.notRenewed(0);
    assertThat(tenant.current(1)).isNotNull();
    assertThat(tenant.backOff().isOver(0)).as("questions are answered").isTrue();
    assertThat(tenant.beginsRenewal(0)).isFalse();
    assertThat(tenant.beginsRenewal(Duration.ofHours(1).toNanos())).isTrue();
  }
}
