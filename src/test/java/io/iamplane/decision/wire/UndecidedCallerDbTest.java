package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.DecisionTenants;
import io.iamplane.decision.RecordedAnswers;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/**
 * A caller without a decided permission is denied, even if the decision point is back by the time
 * that the operation runs: no decision allowed the request.
 */
@QuarkusTest
class UndecidedCallerDbTest {

  @Inject CheckDesk desk;
  @Inject DecisionService service;
  @Inject DecisionTenants tenants;
  @Inject CurrentCaller current;
  @Inject RequestBudgets budgets;
  @Inject RecordedAnswers answers;
  @Inject TestPlatform platform;
  @Inject ObjectMapper mapper;

  @Test
  @ActivateRequestContext
  void nothingButADenialIsAnswered() throws Exception {
    // Made by hand: the interceptors around the bean want an HTTP request.
    DecisionResource decisions =
        new DecisionResource(desk, service, current, budgets, _ -> {}, answers);
    Organization tenant = platform.tenant();
    IssuedClient client = platform.administrator(tenant);
    current.set(
        new Caller(
            tenant.id(),
            false,
            platform.subject(client),
            client.clientId(),
            Aal.AAL1,
            new Caller.Origin("test", null, null)));
    String question =
        "{\"subject\": \"%s\", \"permission\": \"iam:decisions.check\"}"
            .formatted(platform.subject(client));
    JsonNode body = mapper.readTree(question);
    assertThat(decisions.check(body).await().indefinitely().data().reasonCode())
        .isEqualTo("granted_by_grant");

    current.leaveUndecided();

    assertThat(decisions.check(body).await().indefinitely().data().reasonCode())
        .isEqualTo("dependency_unavailable");
    assertThat(decisions.explain(body).data().explanation()).isNull();
    assertThat(
            decisions.batch(mapper.readTree("{\"checks\": [" + question + "]}")).data().decisions())
        .singleElement()
        .satisfies(answer -> assertThat(answer.allowed()).isFalse());
  }

  /** Before, the answer was 404. */
  @Test
  void whileTheOwnPolicyIsNotThereNoOrganizationIsSaidToBeMissing() {
    Organization tenant = platform.tenant();
    Caller stranger =
        new Caller(
            new OrganizationId(UuidV7.next()),
            false,
            platform.subject(platform.administrator(tenant)),
            null,
            Aal.AAL1,
            new Caller.Origin("test", null, null));
    assertThatThrownBy(() -> tenants.named(stranger, "some-key"))
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE));
  }
}
