package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.TestGrants;
import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.directory.organization.Organization;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Conditions;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The decisions about the caller's own rights, a cost of every request, are bounded. */
@QuarkusTest
class RightsBudgetDbTest {

  private static final SubjectRef ANN = new SubjectRef(SubjectRef.USER, "ann");

  @Inject DecisionService decisions;

  /** Before, it took 100,000 steps, on each request and for nothing. */
  @Test
  void aDecisionAboutARightTakesFewSteps() throws Exception {
    assertThat(decide(1)).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(decide(40)).isEqualTo(ReasonCode.DEADLINE_EXCEEDED);
  }

  private ReasonCode decide(int grants) throws Exception {
    DecisionRequest request =
        new DecisionRequest(
            Party.of(ANN),
            new Asked.Permission("app:read", null),
            null,
            Map.of(),
            Map.of(),
            Aal.AAL3);
    PolicyView view = new PolicyView(policy(grants), ReasonCode.POLICY_VERSION_UNAVAILABLE);
    return decisions.authorize(OrganizationId.next(), view, request).reason();
  }

  /** Conditions on the caller's own attributes, of a thousand steps each. */
  private static TenantPolicy policy(int grants) throws Exception {
    SnapshotBuilder builder = PolicySnapshot.builder();
    builder.add(new SubjectFact(ANN, null, true, Map.of("list", Collections.nCopies(1_000, 0L))));
    builder.add(new ApplicationFact("app", true));
    builder.add(
        new PermissionFact("app:read", "app", null, null, null, PermissionFact.Risk.LOW, Aal.AAL1));
    for (int i = 0; i < grants; i++) {
      builder.add(
          TestGrants.permit(
              "g" + i,
              ANN,
              GrantFact.Privilege.permission("app:read"),
              null,
              Conditions.compile("subject.list.exists(x, x == 1)", AttributeSchema.EMPTY)));
    }
    return new TenantPolicy(
        new Organization(
            TestTenants.organization(1),
            "key",
            "Name",
            Organization.Kind.TENANT,
            Organization.Status.ACTIVE,
            1,
            Instant.ofEpochSecond(0)),
        new TenantApplications(Map.of()),
        builder.build(1),
        TokenFloors.of(Map.of()),
        List.of());
  }
}
