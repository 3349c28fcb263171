package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistoryQuery.Present;
import io.iamplane.shared.OrganizationId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tenants that are far behind do not keep the others from being brought up to date. */
@Timeout(30)
class ChangeFollowerTest {

  private static final int LONG = 600;

  private final Histories histories = new Histories();
  private final ChangeFollower follower = new ChangeFollower(histories, 2);

  /** This many versions of each tenant; a page of a long history is read once permitted. */
  private static final class Histories implements ChangeFollower.History {

    final Map<OrganizationId, Integer> versions = new ConcurrentHashMap<>();
    final Semaphore pages = new Semaphore(0);
    final CountDownLatch bothRead = new CountDownLatch(2);
    final AtomicInteger together = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();

    @Override
    public Present present(Collection<OrganizationId> organizations) {
      return new Present(Map.of(), Instant.EPOCH);
    }

    @Override
    public TreeMap<Long, List<PolicyChange>> since(OrganizationId id, long version, int limit) {
      most.accumulateAndGet(together.incrementAndGet(), Math::max);
      int last = versions.get(id);
      if (last == LONG) {
        bothRead.countDown();
        pages.acquireUninterruptibly();
      }
      TreeMap<Long, List<PolicyChange>> page = new TreeMap<>();
      for (long next = version + 1; next <= Math.min(last, version + limit); next++) {
        page.put(next, List.of());
      }
      together.decrementAndGet();
      return page;
    }
  }

  @AfterEach
  void stop() {
    histories.pages.release(LONG);
    follower.stop();
  }

  private Tenant tenant(int number, int versions) {
    OrganizationId id = TestTenants.organization(number);
    histories.versions.put(id, versions);
    Tenant tenant = new Tenant(id, new ChangeApplier(new ObjectMapper()));
    tenant.replace(TestTenants.policy(id, 1));
    return tenant;
  }

  private CompletableFuture<Void> follow(Tenant tenant) {
    return follower.follow(tenant);
  }

  /** Before, the third waited two seconds for a connection and failed. */
  @Test
  void twoLongHistoriesCostAThirdTenantAPageOfEach() throws Exception {
    Tenant first = tenant(1, LONG);
    Tenant second = tenant(2, LONG);
    Tenant third = tenant(3, 5);
    CompletableFuture<Void> one = follow(first);
    CompletableFuture<Void> two = follow(second);
    histories.bothRead.await();
    CompletableFuture<Void> three = follow(third);
    histories.pages.release(2);
    three.join();
    assertThat(version(third)).isEqualTo(5);
    assertThat(version(first) + version(second)).isLessThanOrEqualTo(2 + 2 * ChangeFollower.PAGE);

    histories.pages.release(LONG);
    CompletableFuture.allOf(one, two).join();
    assertThat(version(first)).isEqualTo(LONG);
    assertThat(version(second)).isEqualTo(LONG);
    assertThat(histories.most).hasValue(2);
  }

  @Test
  void whatIsTooFarBehindIsLoadedAfresh() {
    Tenant tenant = tenant(1, ChangeFollower.MAX_VERSIONS_BEHIND + 2);
    follow(tenant).join();
    assertThat(tenant.policy()).isNull();
  }

  private static long version(Tenant tenant) {
    TenantPolicy policy = tenant.policy();
    return policy == null ? 0 : policy.version();
  }
}
