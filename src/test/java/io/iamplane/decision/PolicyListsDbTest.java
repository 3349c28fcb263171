package io.iamplane.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.decision.PolicyLists.Ground;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.TestGrants;
import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.generator.StubCondition;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.decision.snapshot.TestTenants;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.directory.organization.Organization;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.Root;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Limits on the work of one page, and the page at that limit. */
@QuarkusTest
class PolicyListsDbTest {

  private static final OrganizationId TENANT = new OrganizationId(new UUID(7, 7));
  private static final int DOCUMENTS = 120_000;
  private static final DecisionRequest ANN_OPENS =
      DecisionRequest.of(
          Party.of("user", "ann"), new Asked.Permission("app:open", null), Party.of("doc", ""));

  @Inject PolicyLists lists;
  @Inject RequestBudgets budgets;
  @Inject TestPlatform platform;

  /** Ann may open every document of which a condition is true, which is the last one's. */
  private static TenantPolicy policy(Organization.Status status) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    builder
        .add(new ApplicationFact("app", true))
        .add(
            new PermissionFact(
                "app:open", "app", "doc", null, null, PermissionFact.Risk.LOW, Aal.AAL1))
        .add(new SubjectFact(new SubjectRef("user", "ann"), null, true, Map.of()));
    for (int i = 0; i < DOCUMENTS; i++) {
      builder.add(new SubjectFact(new SubjectRef("doc", id(i)), null, true, Map.of()));
    }
    Condition last = new StubCondition.Equal(Root.RESOURCE, "id", id(DOCUMENTS - 1));
    builder.add(
        TestGrants.permit(
            "g",
            new SubjectRef("user", "ann"),
            GrantFact.Privilege.permission("app:open"),
            null,
            last));
    return TestTenants.policy(TENANT, builder.build(1), status);
  }

  private static String id(int document) {
    return "d%06d".formatted(document);
  }

  private Page<SubjectRef> page(PolicyView view, @Nullable String after, RequestBudget budget) {
    Caller caller = platform.command();
    Ground ground = new Ground(view, new Requester(caller, view.policy()), budget);
    return lists.resources(
        ground, ANN_OPENS, new TreeSet<>(Set.of("doc")), new PageRequest(10, after));
  }

  private static PolicyView view(TenantPolicy policy) {
    return new PolicyView(policy, ReasonCode.POLICY_VERSION_UNAVAILABLE);
  }

  @Test
  void aPageTakesBoundedWorkAndLeadsOn() {
    PolicyView view = view(policy(Organization.Status.ACTIVE));
    List<SubjectRef> found = new ArrayList<>();
    int pages = 0;
    String position = null;
    do {
      try (RequestBudget budget = budgets.open(TENANT)) {
        Page<SubjectRef> page = page(view, position, budget);
        found.addAll(page.items());
        position = page.nextPosition();
        pages++;
        assertThat(budget.spent()).isLessThan(PolicyLists.PAGE_STEPS + 1_000);
      }
    } while (position != null);
    assertThat(found).containsExactly(new SubjectRef("doc", id(DOCUMENTS - 1)));
    assertThat(pages).isBetween(5, 20);
  }

  @Test
  void withoutABudgetNothingIsSaid() {
    PolicyView view = view(policy(Organization.Status.ACTIVE));
    try (RequestBudget budget = budgets.open(TENANT)) {
      budget.spend(100_000_001);
      assertThatThrownBy(() -> page(view, null, budget))
          .isInstanceOfSatisfying(
              IamException.class,
              refused -> assertThat(refused.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS));
    }
  }

  @Test
  void aSuspendedOrganizationIsAllowedNothing() {
    try (RequestBudget budget = budgets.open(TENANT)) {
      Page<SubjectRef> page = page(view(policy(Organization.Status.SUSPENDED)), null, budget);
      assertThat(page.items()).isEmpty();
      assertThat(page.nextPosition()).isNull();
    }
  }

  @Test
  void withoutAPolicyThereIsNoList() {
    try (RequestBudget budget = budgets.open(TENANT)) {
      assertThatThrownBy(() -> page(PolicyView.unavailable(), null, budget))
          .isInstanceOfSatisfying(
              IamException.class,
              refused -> assertThat(refused.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE));
    }
  }

  @Test
  void aPositionThatNoPageHasIsRefused() {
    PolicyView view = view(policy(Organization.Status.ACTIVE));
    try (RequestBudget budget = budgets.open(TENANT)) {
      assertThatThrownBy(() -> page(view, "d000001", budget))
          .isInstanceOfSatisfying(
              IamException.class,
              refused -> assertThat(refused.code()).isEqualTo(ErrorCode.VALIDATION));
    }
  }
}
