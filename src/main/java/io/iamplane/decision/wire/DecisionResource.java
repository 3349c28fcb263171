package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.ExplainedAnswer;
import io.iamplane.decision.RecordedAnswers;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.log.Asking;
import io.iamplane.decision.log.LogRoom;
import io.iamplane.decision.wire.CheckDesk.Ground;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.AnswersDecision;
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
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jspecify.annotations.Nullable;

/** May this subject do this? Nothing here changes anything, and a denial is an answer. */
@Path("/api/iam/v1/decisions")
public class DecisionResource {

  static final int MAX_CHECKS = 1_000;

  private static final String CHECK = "iam:decisions.check";
  private static final String EXPLAIN = "iam:decisions.explain";

  private final CheckDesk desk;
  private final DecisionService decisions;
  private final CurrentCaller caller;
  private final RequestBudgets budgets;
  private final RequestAllowance allowance;
  private final RecordedAnswers answers;

  DecisionResource(
      CheckDesk desk,
      DecisionService decisions,
      CurrentCaller caller,
      RequestBudgets budgets,
      RequestAllowance allowance,
      RecordedAnswers answers) {
    this.desk = desk;
    this.decisions = decisions;
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
              return decided(Checks.one(body));
            })
        .flatMap(answered -> Uni.createFrom().completionStage(answered))
        .map(all -> new Data<>(DecisionView.of(all.getFirst())));
  }

  private CompletionStage<List<DecisionAnswer>> decided(Checks checks) {
    Ground ground = ground(Asking.Kind.CHECK, checks);
    return desk.decide(ground, checks, () -> budgets.open(caller.get().organization()));
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
    desk.requireRelations(ground, check);
    DecisionRequest request = ground.complete(check.requests().getFirst());
    ExplainedAnswer made;
    try (LogRoom _ = desk.reserve(ground, check);
        RequestBudget budget = budgets.open(caller.get().organization())) {
      made = decisions.explain(ground.view(), ground.asking(), request, budget);
    }
    // Others have the turn and the room while the answer waits for its record.
    DecisionAnswer given =
        answers.of(ground.asking(), List.of(made.answer())).await().indefinitely().getFirst();
    return new Data<>(
        ExplainedView.of(
            given, given.decision() == made.answer().decision() ? made.explanation() : null));
  }

  @POST
  @Path("batch")
  @RunOnVirtualThread
  @AnswersDecision
  @RequiresPermission(CHECK)
  @Operation(
      summary =
          "Decide up to 1,000 requests with one policy version; each counts toward the rate limit")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = BatchBody.class)))
  public Data<BatchView> batch(@Nullable JsonNode body) {
    Checks checks = Checks.batch(body);
    allowance.charge(checks.requests().size() - 1);
    return new Data<>(
        BatchView.of(Uni.createFrom().completionStage(decided(checks)).await().indefinitely()));
  }

  private Ground ground(Asking.Kind kind, Checks checks) {
    return caller.isUndecided()
        ? desk.undecided(caller.get(), kind)
        : desk.ground(caller.get(), kind, checks);
  }

  /** The decisions of a batch, in its order; those after a deciding one may be missing. */
  @RegisterForReflection
  public record BatchView(List<DecisionView> decisions) {

    static BatchView of(List<DecisionAnswer> answers) {
      return new BatchView(answers.stream().map(DecisionView::of).toList());
    }
  }
}
