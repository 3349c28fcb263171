package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistoryQuery;
import io.iamplane.database.Transactions;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Past versions and drafts end with the budget of their request, and take a part of the memory. */
@QuarkusTest
class PolicyWorkbenchDbTest {

  private static final int VERSIONS = 90;

  @Inject TestPlatform platform;
  @Inject PolicySnapshots snapshots;
  @Inject OtherPolicies policies;
  @Inject ChangeApplier applier;
  @Inject SnapshotLoader loader;
  @Inject PolicyHistoryQuery history;
  @Inject Transactions transactions;
  @Inject RequestBudgets budgets;

  private AdminTenant tenant;
  private OrganizationId id;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
    id = tenant.organization().id();
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
  }

  private void change(int versions) {
    for (int i = 0; i < versions; i++) {
      tenant.patch("users/ann", "{'attributes': {'level': %d}}".formatted(i)).statusCode(200);
    }
  }

  private TenantPolicy present() {
    return Objects.requireNonNull(snapshots.await(id, 0));
  }

  private RequestBudget budget(Duration time) {
    return budgets.openSimulation(id, time);
  }

  @Test
  void leapsForwardDoNotBeginWithThePresentAgain() {
    change(VERSIONS);
    TenantPolicy present = present();
    try (RequestBudget budget = budget(Duration.ofMinutes(1));
        PolicyWorkbench bench = policies.open(present, budget)) {
      bench.at(present.version() - VERSIONS);
      long oneWay = budget.spent();
      assertThat(oneWay).isPositive();
      for (long end = 60; end <= VERSIONS; end += 10) {
        for (int replica = 0; replica < 3; replica++) {
          for (long back = end - 10; back < end; back++) {
            long version = present.version() - back;
            TenantPolicy past = bench.at(version);
            assertThat(past).isNotNull().extracting(TenantPolicy::version).isEqualTo(version);
          }
        }
      }
      assertThat(budget.spent()).isLessThan(4 * oneWay);
    }
  }

  /** Undoing looked neither at the time nor at the client. */
  @Test
  void undoingEndsWithTheBudgetWhichSaysNothingOfTheVersion() {
    change(3);
    TenantPolicy present = present();
    try (RequestBudget late = budget(Duration.ZERO);
        PolicyWorkbench bench = policies.open(present, late)) {
      assertThat(bench.at(present.version() - 3)).isNull();
      assertThat(late.isOver()).isTrue();
    }
    try (RequestBudget budget = budget(Duration.ofMinutes(1));
        PolicyWorkbench bench = policies.open(present, budget)) {
      assertThat(bench.at(present.version() - 3)).isNotNull();
    }
  }

  /** Also one that is read from the tables, which takes as long as a load. */
  @Test
  void aDraftThatIsReadFromTheTablesEndsWithTheBudget() {
    TenantPolicy present = present();
    List<PolicyChange> unknown = List.of(new PolicyChange("nothing known", null, null));
    try (RequestBudget late = budget(Duration.ZERO);
        PolicyWorkbench bench = policies.open(present, late)) {
      assertThatThrownBy(() -> bench.draft(unknown)).hasMessageContaining("time limit");
    }
    try (RequestBudget budget = budget(Duration.ofMinutes(1));
        PolicyWorkbench bench = policies.open(present, budget)) {
      assertThat(bench.draft(unknown).weight()).isPositive();
      assertThat(budget.spent()).isPositive();
    }
  }

  @Test
  void aDraftThatIsHeavierThanAPolicyMayBeIsRefused() {
    TenantPolicy present = present();
    MemoryBudget small = new MemoryBudget(1 << 30, present.weight() + 20_000, 4);
    OtherPolicies narrow = new OtherPolicies(applier, loader, history, transactions, small);
    try (RequestBudget budget = budget(Duration.ofMinutes(1));
        PolicyWorkbench bench = narrow.open(present, budget)) {
      assertThatThrownBy(() -> bench.draft(List.of(user("x".repeat(30_000)))))
          .isInstanceOf(IamException.class)
          .hasMessageContaining("iam.decision.tenant-memory-percent");
    }
  }

  private static PolicyChange user(String note) {
    return new PolicyChange(
        "user",
        null,
        new User(
            new UserId(UuidV7.next()),
            "heavy",
            null,
            "Heavy",
            User.Status.ACTIVE,
            Map.of("note", note),
            1,
            Instant.EPOCH));
  }
}
