package io.iamplane.audit.verification;

import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.SealedDecisions;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks a chain; if it holds, its surroundings and the recorded decisions that it vouches for. */
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
   * The outcome for a chain with its first finding, if any, and the same with each other finding.
   *
   * @param decisions null where the chain does not hold, so that they were not looked at
   */
  record Outcome(
      Verification verification,
      List<Verification> others,
      SealedDecisions.@Nullable Checked decisions) {

    boolean complete() {
      return decisions == null || decisions.complete();
    }
  }

  Outcome check(OrganizationId organization, ChainVerifier.Plan plan) {
    Verification chain = verifier.verify(organization, plan);
    if (!chain.valid()) {
      return new Outcome(chain, List.of(), null);
    }
    List<Finding> findings = new ArrayList<>();
    surroundings.find(organization).ifPresent(findings::add);
    SealedDecisions.Checked checked = decisions.check(chain, plan.full(), plan.deadline());
    findings.addAll(checked.findings());
    return new Outcome(
        findings.isEmpty() ? chain : chain.with(findings.getFirst()),
        findings.stream().skip(1).map(chain::withAnother).toList(),
        checked);
  }
}
