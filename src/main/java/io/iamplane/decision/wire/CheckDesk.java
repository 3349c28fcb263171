package io.iamplane.decision.wire;

import io.iamplane.decision.ContextualRules;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.DecisionTenants;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.RecordedAnswers;
import io.iamplane.decision.Requester;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.log.Asking;
import io.iamplane.decision.log.LogRoom;
import io.iamplane.decision.log.MadeDecision;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Decides the checks of all operations with a body. */
@Singleton
class CheckDesk {

  private final DecisionService decisions;
  private final DecisionTenants tenants;
  private final RecordedAnswers answers;

  CheckDesk(DecisionService decisions, DecisionTenants tenants, RecordedAnswers answers) {
    this.decisions = decisions;
    this.tenants = tenants;
    this.answers = answers;
  }

  record Ground(Caller caller, PolicyView view, Asking asking) {

    DecisionRequest complete(DecisionRequest body) {
      return new Requester(caller, view.policy()).complete(body);
    }
  }

  /**
   * Finds the policy of the caller's checks.
   *
   * @throws io.iamplane.shared.wire.MustWaitException when a policy must be loaded, on a thread
   *     that must not wait
   */
  Ground ground(Caller caller, Asking.Kind kind, Checks checks) {
    OrganizationId organization = caller.organization();
    PolicyView view = PolicyView.unavailable();
    try {
      organization = tenants.named(caller, checks.organization());
      view = decisions.policy(organization, checks.atLeast());
    } catch (IamException e) {
      if (e.code() != ErrorCode.DEPENDENCY_UNAVAILABLE) {
        throw e;
      }
    }
    return new Ground(caller, view, new Asking(organization, kind, caller));
  }

  /** Denies everything, because the caller's right to ask could not be checked. */
  Ground undecided(Caller caller, Asking.Kind kind) {
    return new Ground(
        caller, PolicyView.unavailable(), new Asking(caller.organization(), kind, caller));
  }

  /**
   * Decides checks and records the decisions, for which room is reserved first.
   *
   * @param budget opened once there is room
   * @throws io.iamplane.shared.wire.MustWaitException as {@link DecisionService#consider}, before
   *     anything is recorded
   * @throws IamException TOO_MANY_REQUESTS when the log has no room in time; as {@link
   *     #requireRelations}
   */
  CompletionStage<List<DecisionAnswer>> decide(
      Ground ground, Checks checks, Supplier<RequestBudget> budget) {
    try (LogRoom _ = reserve(ground, checks)) {
      List<MadeDecision> considered;
      try (RequestBudget open = budget.get()) {
        considered = consider(ground, checks, open);
      }
      return answer(ground, checks, considered);
    }
  }

  /** Before the body of a request is read, as {@link DecisionService#requireNoQueue}. */
  void requireNoQueue(Caller caller) {
    decisions.requireNoQueue(caller);
  }

  LogRoom reserve(Ground ground, Checks checks) {
    return decisions.reserve(
        ground.view(), ground.asking(), checks.requests().stream().map(ground::complete).toList());
  }

  /**
   * Decides checks; those after one that ends them are left out. Nothing is recorded yet, so that
   * it can begin again elsewhere.
   *
   * @throws io.iamplane.shared.wire.MustWaitException as {@link DecisionService#consider}
   * @throws IamException as {@link #requireRelations}
   */
  List<MadeDecision> consider(Ground ground, Checks checks, RequestBudget budget) {
    requireRelations(ground, checks);
    List<MadeDecision> made = new ArrayList<>(checks.requests().size());
    for (DecisionRequest each : checks.requests()) {
      MadeDecision one =
          decisions.consider(ground.view(), ground.asking(), ground.complete(each), budget);
      made.add(one);
      if (checks.semantic().endsWith(one.decision().allowed())) {
        break;
      }
    }
    return made;
  }

  /**
   * Refuses contextual relations that the model does not declare, before anything is decided.
   *
   * @throws IamException VALIDATION with every error by place
   */
  void requireRelations(Ground ground, Checks checks) {
    for (DecisionRequest each : checks.requests()) {
      if (!each.relations().isEmpty()) {
        ContextualRules.require(ground.view().policy(), ground.complete(each));
      }
    }
  }

  /** Records decisions, and answers once the records are as durable as the settings require. */
  CompletionStage<List<DecisionAnswer>> answer(
      Ground ground, Checks checks, List<MadeDecision> considered) {
    return answers.stage(
        ground.asking(),
        recorded(
            checks,
            considered,
            decisions::record,
            rest -> decisions.withoutRoom(ground.view(), ground.asking(), ground.complete(rest))));
  }

  /**
   * Records in order until an answer ends the batch. A permit without room for its record becomes a
   * denial and does not end the batch; the requests that its end had skipped are denied like it.
   */
  static List<DecisionAnswer> recorded(
      Checks checks,
      List<MadeDecision> considered,
      Function<MadeDecision, DecisionAnswer> record,
      Function<DecisionRequest, MadeDecision> withoutRoom) {
    List<DecisionRequest> requests = checks.requests();
    List<DecisionAnswer> made = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      boolean left = i >= considered.size();
      DecisionAnswer answer =
          record.apply(left ? withoutRoom.apply(requests.get(i)) : considered.get(i));
      made.add(answer);
      if (checks.semantic().endsWith(answer.decision().allowed())) {
        break;
      }
    }
    return made;
  }
}
