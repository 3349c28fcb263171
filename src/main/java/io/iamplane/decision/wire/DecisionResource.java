package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.DecisionTenants;
import io.iamplane.decision.ExplainedAnswer;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.RecordedAnswers;
import io.iamplane.decision.Requester;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.log.Asking;
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
  private final RecordedAnswers answers;

  DecisionResource(
      DecisionService decisions,
      DecisionTenants tenants,
      CurrentCaller caller,
      RequestBudgets budgets,
      RequestAllowance allowance,
      RecordedAnswers answers) {
    this.decisions = decisions;
    this.tenants = tenants;
    this.caller = caller;
    this.budgets = budgets;
    this.allowance = allowance;
    this.answers = answers;
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
    return Promptly.run(
            () -> {
              budgets.requireLight();
              return decided(Asking.Kind.CHECK, Checks.one(body));
            })
        .flatMap(decided -> answers.of(decided.asking(), decided.answers()))
        .map(all -> new Data<>(view(all.getFirst())));
  }

  /** Keeps the answers, some hundred bytes each; what a check was made of goes with it. */
  private Decided decided(Asking.Kind kind, Checks checks) {
    Ground ground = ground(kind, checks);
    Requester requester = new Requester(caller.get(), ground.view().policy());
    List<DecisionAnswer> made = new ArrayList<>(checks.requests().size());
    try (RequestBudget budget = budgets.open(caller.get().organization())) {
      for (DecisionRequest each : checks.requests()) {
        DecisionAnswer answer =
            decisions.decide(ground.view(), ground.asking(), requester.complete(each), budget);
        made.add(answer);
        if (checks.semantic().endsWith(answer.decision().allowed())) {
          break;
        }
      }
    }
    return new Decided(ground.asking(), made);
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
    Ground ground = ground(Asking.Kind.EXPLAIN, check);
    Requester requester = new Requester(caller.get(), ground.view().policy());
    DecisionRequest request = requester.complete(check.requests().getFirst());
    try (RequestBudget budget = budgets.open(caller.get().organization())) {
      ExplainedAnswer made = decisions.explain(ground.view(), ground.asking(), request, budget);
      DecisionAnswer given =
          answers
              .of(ground.asking(), List.of(new DecisionAnswer(made.id(), made.decision())))
              .await()
              .indefinitely()
              .getFirst();
      return new Data<>(
          ExplainedView.of(
              given.decision() == made.decision()
                  ? made
                  : new ExplainedAnswer(given.id(), given.decision(), null)));
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
    Decided decided = decided(Asking.Kind.CHECK, checks);
    List<DecisionAnswer> all =
        answers.of(decided.asking(), decided.answers()).await().indefinitely();
    return new Data<>(new BatchView(all.stream().map(DecisionResource::view).toList()));
  }

  /** By what, and as whose question, a request is decided. */
  private record Ground(PolicyView view, Asking asking) {}

  private record Decided(Asking asking, List<DecisionAnswer> answers) {}

  private Ground ground(Asking.Kind kind, Checks checks) {
    OrganizationId organization = caller.get().organization();
    PolicyView view = PolicyView.unavailable();
    if (!caller.isUndecided()) {
      try {
        organization = tenants.named(caller.get(), checks.organization());
        view = decisions.policy(organization, checks.atLeast());
      } catch (IamException e) {
        if (e.code() != ErrorCode.DEPENDENCY_UNAVAILABLE) {
          throw e;
        }
      }
    }
    return new Ground(view, Asking.of(organization, kind, caller.get()));
  }

  private static DecisionView view(DecisionAnswer answer) {
    return DecisionView.of(answer.id(), answer.decision());
  }

  /** The decisions of a batch, in its order; those after a deciding one may be missing. */
  @RegisterForReflection
  public record BatchView(List<DecisionView> decisions) {}
}
