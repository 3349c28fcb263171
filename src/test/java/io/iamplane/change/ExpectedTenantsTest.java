package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.ChainHead;
import io.iamplane.change.ExpectedTenants.Expected;
import io.iamplane.shared.OrganizationId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ExpectedTenantsTest {

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
  private final ExpectedTenants tenants = new ExpectedTenants(now::get);
  private final OrganizationId tenant = OrganizationId.next();

  @Test
  void whatIsCommittedKeepsNoPolicy() {
    Expected first = expected(7);
    tenants.expect(tenant, first);
    assertThat(tenants.of(tenant)).containsSame(first);
    tenants.committed(tenant, first);
    Expected kept = tenants.of(tenant).orElseThrow();
    assertThat(kept.version()).isEqualTo(7);
    assertThat(kept.head()).isEqualTo(first.head());
    assertThat(kept.policy()).isNull();
    assertThat(kept.since()).isEqualTo(7);
  }

  @Test
  void whatIsOverChangesNothingThatCameAfter() {
    Expected first = expected(7);
    Expected second = expected(8);
    tenants.expect(tenant, first);
    tenants.expect(tenant, second);
    tenants.committed(tenant, first);
    tenants.failed(tenant, first);
    assertThat(tenants.of(tenant)).containsSame(second);
    tenants.failed(tenant, second);
    assertThat(tenants.of(tenant)).isEmpty();
  }

  @Test
  void whatIsCommittedIsKeptForASecond() {
    Expected first = expected(7);
    tenants.expect(tenant, first);
    now.addAndGet(Duration.ofDays(1).toNanos());
    assertThat(tenants.of(tenant)).as("on its way").containsSame(first);
    tenants.committed(tenant, first);
    now.addAndGet(ExpectedTenants.LIFE.toNanos() - 1);
    assertThat(tenants.of(tenant)).isPresent();
    now.incrementAndGet();
    assertThat(tenants.of(tenant)).isEmpty();
  }

  @Test
  void afterAWrongExpectationThereIsNoneForTenSeconds() {
    Expected wrong = expected(7);
    tenants.expect(tenant, wrong);
    assertThat(tenants.of(tenant)).isPresent();
    tenants.refuted(tenant, wrong, tenants.locks(tenant));
    Expected next = expected(8);
    tenants.expect(tenant, next);
    assertThat(tenants.of(tenant)).isEmpty();
    now.addAndGet(ExpectedTenants.DOUBT.toNanos() - 1);
    assertThat(tenants.of(tenant)).isEmpty();
    now.incrementAndGet();
    assertThat(tenants.of(tenant)).containsSame(next);
  }

  @Test
  void whereATransactionLeftATenantIsKnownUnlessMoreIs() {
    TenantChanges changes = new TenantChanges(tenant, 7, ChainHead.genesis(tenant));
    tenants.know(changes);
    assertThat(tenants.of(tenant).orElseThrow().version()).isEqualTo(7);
    Expected later = expected(8);
    tenants.expect(tenant, later);
    tenants.know(changes);
    assertThat(tenants.of(tenant)).containsSame(later);
  }

  @Test
  void whatFailedHereIsNoReasonToDoubt() {
    Expected first = expected(7);
    Expected second = expected(8);
    tenants.expect(tenant, first);
    tenants.failed(tenant, first);
    tenants.refuted(tenant, first, tenants.locks(tenant));
    tenants.expect(tenant, second);
    assertThat(tenants.of(tenant)).containsSame(second);
  }

  @Test
  void aLockOfThisProcessIsNoReasonToDoubt() {
    Expected first = expected(7);
    long before = tenants.locks(tenant);
    tenants.expect(tenant, first);
    tenants.expect(tenant, expected(8));
    tenants.locked(tenant);
    assertThat(tenants.of(tenant)).isEmpty();
    tenants.refuted(tenant, first, before);
    tenants.expect(tenant, expected(9));
    assertThat(tenants.of(tenant)).isPresent();
  }

  @Test
  void aTenantIsForgotten() {
    tenants.expect(tenant, expected(7));
    Expected first = tenants.of(tenant).orElseThrow();
    tenants.forget(tenant);
    assertThat(tenants.of(tenant)).isEmpty();
    tenants.refuted(tenant, first, tenants.locks(tenant));
    tenants.expect(tenant, expected(8));
    assertThat(tenants.of(tenant)).as("no reason to doubt").isPresent();
  }

  private Expected expected(long version) {
    return Expected.of(version, ChainHead.genesis(tenant), "policy", version - 1, List.of());
  }
}
