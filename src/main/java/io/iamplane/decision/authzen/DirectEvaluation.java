package io.iamplane.decision.authzen;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.RecordedAnswers;
import io.iamplane.decision.Requester;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.log.Asking;
import io.iamplane.decision.log.LogRoom;
import io.iamplane.decision.log.MadeDecision;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.Caller;
import io.iamplane.shared.wire.DirectOperation;
import io.iamplane.shared.wire.RequestAllowance;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Evaluates one request, with and without the framework. */
@Singleton
class DirectEvaluation implements DirectOperation {

  private final DecisionService decisions;
  private final RequestBudgets budgets;
  private final RecordedAnswers answers;
  private final EvaluationBodies bodies;

  DirectEvaluation(
      DecisionService decisions,
      RequestBudgets budgets,
      RecordedAnswers answers,
      ObjectMapper mapper) {
    this.decisions = decisions;
    this.budgets = budgets;
    this.answers = answers;
    this.bodies = new EvaluationBodies(mapper);
  }

  @Override
  public String path() {
    return AuthzenResource.EVALUATION;
  }

  @Override
  public String permission() {
    return ControlPlanePermission.DECISIONS_CHECK.key();
  }

  @Override
  public CompletionStage<?> answer(
      Caller caller, InputStream body, RequestAllowance more, BooleanSupplier gone)
      throws IOException {
    AuthzenEvaluation asked =
        new EvaluationReader(
                EvaluationReader.members(
                    bodies.read(MediaType.APPLICATION_JSON, body.readAllBytes())),
                new JsonObjects())
            .read();
    PolicyView view = decisions.policy(caller.organization(), 0);
    return decide(caller, view, asked, () -> budgets.open(caller.organization(), gone));
  }

  /** Decides by a policy, and answers once the record is as durable as the settings require. */
  CompletionStage<EvaluationAnswer> decide(
      Caller caller, PolicyView view, AuthzenEvaluation asked, Supplier<RequestBudget> budget) {
    DecisionRequest request =
        EvaluationReader.complete(new Requester(caller, view.policy()), asked.request());
    Asking asking = new Asking(caller.organization(), Asking.Kind.CHECK, caller);
    try (LogRoom _ = decisions.reserve(view, asking, List.of(request))) {
      MadeDecision made;
      try (RequestBudget open = budget.get()) {
        made = decisions.consider(view, asking, request, open);
      }
      return answers
          .stage(asking, List.of(decisions.record(made)))
          .thenApply(all -> EvaluationAnswer.of(all.getFirst(), asked));
    }
  }
}
