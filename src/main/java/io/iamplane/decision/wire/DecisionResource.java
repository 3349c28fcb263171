package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.DecisionTenants;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.Requester;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.AnswersDecision;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.Promptly;
import io.iamplane.shared.wire.RequestAllowance;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jspecify.annotations.Nullable;

/** May this subject do this? Nothing here changes anything, and a denial is an answer. */
@Path("/api/iam/v1/decisions")
public class DecisionResource {

  /** How many checks a batch may hold. */
  static final int MAX_CHECKS = 1_000;

  private static final String CHECK = "iam:decisions.check";
  private static final String EXPLAIN = "iam:decisions.explain";

  private final DecisionService decisions;
  private final DecisionTenants tenants;
  private final CurrentCaller caller;
  private final RequestBudgets budgets;
  private final RequestAllowance allowance;

  DecisionResource(
      DecisionService decisions,
      DecisionTenants tenants,
      CurrentCaller caller,
      RequestBudgets budgets,
      RequestAllowance allowance) {
    this.decisions = decisions;
    this.tenants = tenants;
    this.caller = caller;
    this.budgets = budgets;
    this.allowance = allowance;
  }

  /** On the event loop, from memory; on a worker thread where there is something to wait for. */
  @POST
  @Path("check")
  @NonBlocking
  @AnswersDecision
  @RequiresPermission(CHECK)
  @Operation(summary = "Decide one request")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = CheckBody.class)))
  public Uni<Data<DecisionView>> check(@Nullable JsonNode body) {
    return Promptly.run(() -> {
      budgets.requireLight();
      return check(Checks.one(body));
    });
  }

  private Data<DecisionView> check(Checks check) {
    PolicyView view = policy(check);
    DecisionRequest request = requester(view).complete(check.requests().getFirst());
    try (RequestBudget budget = budgets.open(caller.get().organization())) {
      DecisionAnswer answer = decisions.decide(view, request, budget);
      return new Data<>(DecisionView.of(answer.id(), answer.decision()));
    }
  }

  @POST
  @Path("explain")
  @RunOnVirtualThread
  @AnswersDecision
  @RequiresPermission(EXPLAIN)
  @Operation(summary = "Decide one request and explain the decision")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = CheckBody.class)))
  public Data<ExplainedView> explain(@Nullable JsonNode body) {
    Checks check = Checks.one(body);
    PolicyView view = policy(check);
    DecisionRequest request = requester(view).complete(check.requests().getFirst());
    try (RequestBudget budget = budgets.open(caller.get().organization())) {
      return new Data<>(ExplainedView.of(decisions.explain(view, request, budget)));
    }
  }

  @POST
  @Path("batch")
  @RunOnVirtualThread
  @AnswersDecision
  @RequiresPermission(CHECK)
  @Operation(summary = "Decide up to 1,000 requests with one policy version; each counts")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = BatchBody.class)))
  public Data<BatchView> batch(@Nullable JsonNode body) {
    Checks checks = Checks.batch(body);
    allowance.charge(checks.requests().size() - 1);
    return new Data<>(new BatchView(answers(checks, policy(checks))));
  }

  /** Keeps the answers, some hundred bytes each; what a check was made of goes with it. */
  private List<DecisionView> answers(Checks checks, PolicyView view) {
    Requester requester = requester(view);
    List<DecisionView> answers = new ArrayList<>(checks.requests().size());
    try (RequestBudget budget = budgets.open(caller.get().organization())) {
      for (DecisionRequest each : checks.requests()) {
        DecisionAnswer answer = decisions.decide(view, requester.complete(each), budget);
        answers.add(DecisionView.of(answer.id(), answer.decision()));
        if (checks.semantic().endsWith(answer.decision().allowed())) {
          break;
        }
      }
    }
    return answers;
  }

  private PolicyView policy(Checks checks) {
    if (caller.isUndecided()) {
      return PolicyView.unavailable();
    }
    try {
      OrganizationId organization = tenants.named(caller.get(), checks.organization());
      return decisions.policy(organization, checks.atLeast());
    } catch (IamException e) {
      if (e.code() == ErrorCode.DEPENDENCY_UNAVAILABLE) {
        return PolicyView.unavailable();
      }
      throw e;
    }
  }

  private Requester requester(PolicyView view) {
    return new Requester(caller.get(), view.policy());
  }

  /** The decisions of a batch, in its order; those after a deciding one may be missing. */
  @RegisterForReflection
  public record BatchView(List<DecisionView> decisions) {}
}
