package io.iamplane.decision.engine.walk;

import io.iamplane.decision.engine.answer.Explanation.Verdict;
import io.iamplane.decision.engine.catalog.CatalogPermission;
import io.iamplane.decision.engine.catalog.Symbols;
import io.iamplane.decision.engine.evaluation.Evaluation;
import io.iamplane.decision.engine.evaluation.Question;
import io.iamplane.decision.engine.evaluation.Truth;
import io.iamplane.decision.engine.index.Grant;
import io.iamplane.decision.engine.index.Ref;

/**
 * Whether one grant counts: the only place that says so, for decisions and explanations alike. A
 * permit needs every link to be true; a deny counts unless a link is false.
 */
final class GrantCheck {

  private final Evaluation evaluation;
  private final Question question;
  private final Scopes scopes;

  GrantCheck(Evaluation evaluation, Question question, Scopes scopes) {
    this.evaluation = evaluation;
    this.question = question;
    this.scopes = scopes;
  }

  /**
   * The verdict.
   *
   * @param permission what the grant's privilege contains
   * @param subject the truth of the request's subject being or belonging to the grant's; not false
   */
  Verdict verdict(Grant grant, CatalogPermission permission, int subject) {
    Verdict standing = standing(grant);
    if (standing != Verdict.COUNTED) {
      return standing;
    }
    if (grant.application() != Symbols.NONE && grant.application() != permission.application()) {
      return Verdict.OTHER_APPLICATION;
    }
    int chain = Math.min(subject, scope(grant));
    if (chain == Truth.FALSE) {
      return Verdict.OUT_OF_SCOPE;
    }
    if (chain == Truth.ERROR && !grant.isDeny()) {
      return Verdict.UNCERTAIN;
    }
    return switch (evaluation.truth(grant, grant.condition())) {
      case Truth.TRUE -> Verdict.COUNTED;
      case Truth.FALSE -> Verdict.CONDITION_FALSE;
      default -> grant.isDeny() ? Verdict.COUNTED : Verdict.CONDITION_ERROR;
    };
  }

  private Verdict standing(Grant grant) {
    long now = evaluation.now();
    if (!grant.isActive()) {
      return Verdict.NOT_ACTIVE;
    }
    if (!grant.hasBegun(now)) {
      return Verdict.NOT_YET_VALID;
    }
    if (grant.hasEnded(now)) {
      return Verdict.EXPIRED;
    }
    return grant.isActivated(now) ? Verdict.COUNTED : Verdict.NOT_ACTIVATED;
  }

  private int scope(Grant grant) {
    if (grant.scopeType() == Symbols.NONE) {
      return Truth.TRUE;
    }
    Ref resource = grant.scope();
    if (resource != null) {
      return scopes.truth(resource);
    }
    return grant.scopeType() == question.resourceType() ? Truth.TRUE : Truth.FALSE;
  }
}
