package io.iamplane.decision.authzen;

import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.Requester;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.shared.Caller;
import io.iamplane.shared.wire.CurrentCaller;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Decides AuthZEN's evaluations by the policy of the caller's tenant. */
@ApplicationScoped
class Evaluator {

  private final DecisionService decisions;

  Evaluator(DecisionService decisions) {
    this.decisions = decisions;
  }

  /** The policy that all evaluations of one request are decided by. */
  PolicyView policy(CurrentCaller caller) {
    return caller.isUndecided()
        ? PolicyView.unavailable()
        : decisions.policy(caller.get().organization(), 0);
  }

  DecisionAnswer decide(
      PolicyView view, Caller caller, AuthzenEvaluation evaluation, RequestBudget budget) {
    TenantPolicy policy = view.policy();
    Requester asker = new Requester(caller, policy);
    String application =
        evaluation.application() == null ? asker.application() : evaluation.application();
    if (policy == null) {
      return decisions.denied(view);
    }
    if (application == null || !policy.snapshot().hasApplication(application)) {
      return decisions.denied(view, ReasonCode.APPLICATION_UNKNOWN);
    }
    Optional<Asked> asked =
        decisions.resolve(view, application, evaluation.action(), evaluation.resource().type());
    return asked
        .map(known ->
            decisions.decide(
                view,
                new DecisionRequest(
                    evaluation.subject(),
                    known,
                    evaluation.resource(),
                    evaluation.actionProperties(),
                    evaluation.context(),
                    asker.aal(evaluation.subject(), evaluation.currentAal())),
                budget))
        .orElseGet(() -> decisions.denied(view, ReasonCode.PERMISSION_UNKNOWN));
  }
}
