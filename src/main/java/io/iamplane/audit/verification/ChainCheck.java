package io.iamplane.audit.verification;

import io.iamplane.audit.verifier.ChainVerifier;
import io.iamplane.audit.verifier.Finding;
import io.iamplane.audit.verifier.SealedDecisions;
import io.iamplane.audit.verifier.Verification;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * Checks a chain; if it holds, its surroundings; and if they hold as well, the recorded decisions
 * that it vouches for.
 */
@Singleton
class ChainCheck {

  private final ChainVerifier verifier;
  private final ChainSurroundings surroundings;
  private final SealedDecisions decisions;

  ChainCheck(ChainVerifier verifier, ChainSurroundings surroundings, SealedDecisions decisions) {
    this.verifier = verifier;
    this.surroundings = surroundings;
    this.decisions = decisions;
  }

  /**
   * The first finding, if any.
   *
   * @param decisions null where they were not looked at
   */
  record Outcome(Verification verification, SealedDecisions.@Nullable Checked decisions) {}

  Outcome check(OrganizationId organization, ChainVerifier.Plan plan) {
    Verification chain = verifier.verify(organization, plan);
    Finding around = chain.valid() ? surroundings.find(organization).orElse(null) : null;
    if (!chain.valid() || around != null) {
      return new Outcome(around == null ? chain : chain.with(around), null);
    }
    SealedDecisions.Checked checked = decisions.check(chain, plan.full(), plan.deadline());
    Finding finding = checked.finding();
    return new Outcome(finding == null ? chain : chain.with(finding), checked);
  }
}
