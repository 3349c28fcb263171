package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistoryQuery.PastChange;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.OrganizationId;
import org.junit.jupiter.api.Test;

/** Past versions at hand, while blocks of several replicas are read one after the other. */
class KeptVersionsTest {

  private static final OrganizationId TENANT = TestTenants.organization(1);
  private static final long MB = 1 << 20;
  private static final int PRESENT = 20_000;

  private final MemoryBudget memory = new MemoryBudget(1_000 * MB, 1_000 * MB, 4);
  private long undone;

  private static Undoing rows(long version, int rows) {
    Undoing undoing = Undoing.page(version, _ -> true);
    for (int i = 0; i < rows; i++) {
      undoing.test(
          new PastChange(
              version, 1, new PolicyChange("relation", null, TextNode.valueOf("image"))));
    }
    return undoing;
  }

  private KeptVersions kept(long most) {
    return new KeptVersions(new LoadWeight(memory, most, () -> {}));
  }

  /** Asks like a replay, with the versions on the way. */
  private void ask(KeptVersions kept, long version) {
    TenantPolicy from = kept.from(version);
    long at = from == null ? PRESENT : from.version();
    while (at > version) {
      long next = Math.max(version, at - 20);
      undone += at - next;
      assertThat(kept.keep(TestTenants.policy(TENANT, next), rows(at, 1))).isTrue();
      at = next;
    }
  }

  /**
   * A thousand versions a minute, three replicas, a block of each per minute. Each leap forward
   * began with the present, and so took as long as all that came after.
   */
  @Test
  void blocksThatOverlapCostAboutAsManyVersionsAsTheyHave() {
    KeptVersions kept = kept(100 * MB);
    long asked = 0;
    for (long end = PRESENT; end > 1_000; end -= 1_000) {
      for (int replica = 0; replica < 3; replica++) {
        for (long version = end - replica; version > end - 1_000; version -= 3) {
          ask(kept, version);
        }
        asked += 1_000;
      }
      assertThat(kept.size()).isLessThanOrEqualTo(KeptVersions.MOST);
    }
    assertThat(undone).isLessThan(2 * asked);
  }

  @Test
  void theOneThatWasAskedForIsAtHand() {
    KeptVersions kept = kept(100 * MB);
    for (long version = PRESENT - 1; version > PRESENT - 300; version--) {
      ask(kept, version);
      TenantPolicy same = kept.from(version);
      assertThat(same).isNotNull();
      assertThat(same.version()).isEqualTo(version);
    }
    assertThat(kept.from(PRESENT)).isNull();
  }

  /** Policies that share little with each other take as much memory each as if alone. */
  @Test
  void theyTakeNoMoreMemoryThanTheyMayAndNoneOnceTheyAreClosed() {
    KeptVersions kept = kept(20 * MB);
    for (long version = PRESENT - 1; version > PRESENT - 40; version--) {
      TenantPolicy large = TestTenants.policy(TENANT, version, 10_000, Organization.Status.ACTIVE);
      assertThat(large.weight()).isBetween(2 * MB, 10 * MB);
      assertThat(kept.keep(large, rows(version + 1, 5_000))).isTrue();
      assertThat(memory.loading()).isLessThanOrEqualTo(20 * MB);
    }
    assertThat(kept.size()).isBetween(2, 10);
    assertThat(memory.loading()).isGreaterThan(5 * MB);
    kept.close();
    assertThat(memory.loading()).isZero();
  }

  @Test
  void whatIsLargerThanAllThatMayBeKeptIsNot() {
    KeptVersions kept = kept(2 * MB);
    TenantPolicy large = TestTenants.policy(TENANT, 9, 10_000, Organization.Status.ACTIVE);
    assertThat(kept.keep(large, rows(10, 100))).isTrue();
    assertThat(kept.keep(large, rows(10, 5_000))).isFalse();
    assertThat(kept.holds(3 * MB)).isFalse();
    assertThat(kept.size()).isZero();
    assertThat(kept.holds(MB)).isTrue();
  }

  @Test
  void whatWasMadeOfOneThatGoesGoesWithIt() {
    KeptVersions kept = kept(100 * MB);
    ask(kept, PRESENT - 60);
    kept.forgetUpTo(PRESENT - 40);
    assertThat(kept.from(PRESENT - 60)).extracting(TenantPolicy::version).isEqualTo(PRESENT - 20L);
  }
}
