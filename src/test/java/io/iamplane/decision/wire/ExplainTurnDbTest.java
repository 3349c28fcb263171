package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.WatchedAnswers;
import io.iamplane.decision.log.DecisionLog;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An explanation computes in its tenant's turn, and waits for its record without one. */
@QuarkusTest
class ExplainTurnDbTest {

  /** All that a request may take. */
  private static final int ALL_STEPS = 1_000_000;

  /** So many requests take a tenant's share of ten seconds: then each one needs a turn. */
  private static final int REQUESTS = 80;

  @Inject CheckDesk desk;
  @Inject DecisionService service;
  @Inject DecisionLog log;
  @Inject CurrentCaller current;
  @Inject RequestBudgets budgets;
  @Inject TestPlatform platform;
  @Inject ObjectMapper mapper;

  @Test
  @ActivateRequestContext
  void anotherRequestHasTheTurnWhileAnExplanationWaitsForItsRecord() throws Exception {
    Organization tenant = platform.tenant();
    List<Boolean> turns = new ArrayList<>();
    // Made by hand: the interceptors around the bean want an HTTP request.
    DecisionResource decisions =
        new DecisionResource(
            desk,
            service,
            current,
            budgets,
            _ -> {},
            WatchedAnswers.of(log, () -> turns.add(hasTurn(tenant.id()))));
    IssuedClient client = platform.administrator(tenant);
    current.set(
        new Caller(
            tenant.id(),
            false,
            platform.subject(client),
            client.clientId(),
            Aal.AAL1,
            new Caller.Origin("test", null, null)));
    JsonNode body =
        mapper.readTree(
            "{\"subject\": \"%s\", \"permission\": \"iam:decisions.check\"}"
                .formatted(platform.subject(client)));
    for (int i = 0; i < REQUESTS; i++) {
      try (RequestBudget budget = budgets.open(tenant.id(), () -> false)) {
        assertThat(budget.spend(ALL_STEPS)).isTrue();
      }
    }

    assertThat(decisions.explain(body).data().explanation()).isNotNull();

    assertThat(turns).containsExactly(true);
  }

  /** Another request of the tenant, which waits for a turn as long as a request may take. */
  private boolean hasTurn(OrganizationId tenant) {
    try (RequestBudget budget = budgets.open(tenant, () -> false)) {
      return !budget.isOver();
    }
  }
}
