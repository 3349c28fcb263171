package io.iamplane.governance.preview;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.Aal;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Asks the decision point about one subject and every permission that there is. */
@Singleton
class SubjectPolicy {

  private final DecisionService decisions;
  private final RequestBudgets budgets;

  SubjectPolicy(DecisionService decisions, RequestBudgets budgets) {
    this.decisions = decisions;
    this.budgets = budgets;
  }

  /** The policy of an organization; DEPENDENCY_UNAVAILABLE when it cannot be loaded. */
  PolicyView of(OrganizationId organization) {
    PolicyView view = decisions.policy(organization, 0);
    if (view.policy() == null) {
      throw IamException.dependencyUnavailable(
          new IllegalStateException("there is no policy to query: " + view.reason()));
    }
    return view;
  }

  /** Opens the budget that all questions of one request share; to be closed. */
  RequestBudget open(PolicyView view) {
    return budgets.open(Objects.requireNonNull(view.policy()).organization());
  }

  /**
   * Makes one decision without context, at the highest assurance: ignores step-up and the type of
   * the resource.
   *
   * @param resource null: on nothing in particular
   * @throws IamException TOO_MANY_REQUESTS if it exceeds the remaining work
   */
  Decision decide(
      PolicyView view,
      SubjectRef subject,
      String permission,
      @Nullable SubjectRef resource,
      RequestBudget budget) {
    Party on = resource == null ? null : Party.of(resource.type(), resource.id());
    DecisionRequest request =
        new DecisionRequest(
            Party.of(subject),
            new Asked.Permission(permission, null, true),
            on,
            Map.of(),
            Map.of(),
            Aal.AAL3);
    Decision decision = decisions.judge(view, request, budget);
    if (budget.isOver()) {
      throw IamException.of(
          ErrorCode.TOO_MANY_REQUESTS,
          "The request exceeds its work limit; try again later. Effective permissions can also be "
              + "requested for one application at a time.");
    }
    return decision;
  }

  /**
   * Makes the decisions about every permission with a matching key, by key; TOO_MANY_REQUESTS if
   * they exceed the remaining work: a part of them would be no answer.
   */
  SortedMap<String, Decision> decideAll(
      PolicyView view,
      SubjectRef subject,
      @Nullable SubjectRef resource,
      Predicate<String> permissions,
      RequestBudget budget) {
    SortedMap<String, Decision> all = new TreeMap<>();
    for (String key : Objects.requireNonNull(view.policy()).snapshot().permissionKeys()) {
      if (permissions.test(key)) {
        all.put(key, decide(view, subject, key, resource, budget));
      }
    }
    return all;
  }
}
