package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.directory.organization.Organization.Status;
import io.iamplane.shared.OrganizationId;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tenants in memory are bounded by weight; the least recently used one goes first. */
class LoadedTenantsTest {

  private static final ChangeApplier APPLIER = new ChangeApplier(new ObjectMapper());
  private static final long ONE = TestTenants.policy(TestTenants.organization(0), 1).weight();

  private static LoadedTenants tenants(long weight) {
    return new LoadedTenants(new MemoryBudget(weight, weight, 4));
  }

  private static Tenant load(LoadedTenants tenants, int number, int users, Status status) {
    OrganizationId id = TestTenants.organization(number);
    Tenant tenant = tenants.use(id, each -> new Tenant(each, APPLIER));
    tenant.replace(TestTenants.policy(id, 1, users, status));
    return tenant;
  }

  private static Tenant load(LoadedTenants tenants, int number) {
    return load(tenants, number, 1, Status.ACTIVE);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2_000})
  void aFloodOfTenantsNeverTakesMoreThanTheBound(int flood) {
    LoadedTenants tenants = tenants(10 * ONE);
    for (int i = 0; i < flood; i++) {
      load(tenants, i);
      tenants.sweep();
      assertThat(tenants.ids()).hasSizeLessThanOrEqualTo(10);
    }
    assertThat(tenants.ids()).contains(TestTenants.organization(flood - 1));
  }

  @Test
  void theLeastRecentlyUsedGoesAndComesBackOnDemand() {
    LoadedTenants tenants = tenants(10 * ONE);
    for (int i = 0; i < 10; i++) {
      load(tenants, i);
      tenants.sweep();
    }
    tenants.use(TestTenants.organization(0));
    load(tenants, 10);
    tenants.sweep();
    assertThat(tenants.get(TestTenants.organization(0))).isNotNull();
    assertThat(tenants.get(TestTenants.organization(1))).isNull();
    assertThat(load(tenants, 1).current(1)).isNotNull();
  }

  /** A tenant that weighs as much as many does not drive them out. */
  @Test
  void ofThoseInUseTheHeaviestGoesFirst() {
    LoadedTenants tenants = tenants(10 * ONE);
    for (int i = 1; i <= 5; i++) {
      load(tenants, i);
    }
    load(tenants, 6, 200, Status.ACTIVE);
    assertThat(tenants.get(TestTenants.organization(6)).weight()).isGreaterThan(5 * ONE / 4);
    tenants.use(TestTenants.organization(6));
    load(tenants, 7, 1_000, Status.ACTIVE);
    tenants.sweep();
    assertThat(tenants.ids())
        .hasSizeGreaterThanOrEqualTo(5)
        .contains(TestTenants.organization(1), TestTenants.organization(5))
        .doesNotContain(TestTenants.organization(7));
  }

  @Test
  void whatIsBeingLoadedCounts() {
    MemoryBudget memory = new MemoryBudget(10 * ONE, 5 * ONE, 4);
    LoadedTenants tenants = new LoadedTenants(memory);
    for (int i = 0; i < 10; i++) {
      load(tenants, i);
      tenants.sweep();
    }
    memory.loading(5 * ONE);
    tenants.sweep();
    assertThat(tenants.ids()).hasSize(4);
  }

  @Test
  void theOneBeingLoadedStays() {
    LoadedTenants tenants = tenants(ONE);
    Tenant loading = load(tenants, 1);
    loading.refresh(_ -> new CompletableFuture<>());
    tenants.sweep();
    load(tenants, 2);
    tenants.sweep();
    assertThat(tenants.get(loading.id())).isSameAs(loading);
  }

  @Test
  void aSuspendedOrFailedTenantThatIsNotUsedFreesItsMemory() {
    LoadedTenants tenants = tenants(1_000 * ONE);
    load(tenants, 1, 1, Status.SUSPENDED);
    tenants.use(TestTenants.organization(2), each -> new Tenant(each, APPLIER));
    load(tenants, 3);
    for (int i = 0; i < 100; i++) {
      tenants.sweep();
    }
    assertThat(tenants.ids()).containsExactly(TestTenants.organization(3));
  }

  /** The estimate is within a factor of two for the size of attributes, too. */
  @Test
  void weightFollowsWhatATenantHolds() {
    OrganizationId id = TestTenants.organization(1);
    long small = TestTenants.policy(id, 1, 1_000, Status.ACTIVE).weight();
    long large = TestTenants.policy(id, 1, 100_000, Status.ACTIVE).weight();
    assertThat(large).isBetween(50 * small, 150 * small);
  }
}
