package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.Explanation.Verdict;

/**
 * Checks one grant, for decisions and explanations alike. A permit counts if every link is true; a
 * deny counts unless a link is false.
 */
final class GrantCheck {

  private final Evaluation evaluation;
  private final Question question;
  private final ScopeMatch scopes;

  GrantCheck(Evaluation evaluation, Question question, ScopeMatch scopes) {
    this.evaluation = evaluation;
    this.question = question;
    this.scopes = scopes;
  }

  /**
   * @param permission contained in the grant's privilege
   * @param subject the truth of the request's subject being or belonging to the grant's; not false
   */
  Verdict verdict(IndexedGrant grant, CatalogPermission permission, int subject) {
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

  private Verdict standing(IndexedGrant grant) {
    long now = evaluation.now();
    if (!grant.isActive()) {
      return Verdict.NOT_ACTIVE;
    }
    if (!grant.hasBegun(grant.isDeny() ? evaluation.horizon() : now)) {
      return Verdict.NOT_YET_VALID;
    }
    if (grant.hasEnded(now)) {
      return Verdict.EXPIRED;
    }
    return grant.isActivated(now) ? Verdict.COUNTED : Verdict.NOT_ACTIVATED;
  }

  private int scope(IndexedGrant grant) {
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
