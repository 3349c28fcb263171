package io.iamplane.governance.leastprivilege;

import io.iamplane.change.CallerChanges;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.governance.leastprivilege.ChangeMaking.Made;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.finding.Findings;
import io.iamplane.governance.leastprivilege.proof.Proof;
import io.iamplane.grant.Grant;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Accepts recommendations: proves them by all decisions until now and by the present policy, and
 * makes their changes unless the policy changed meanwhile.
 */
@Singleton
class Acceptance {

  /** The time limit of one request, as of a simulation. */
  private static final Duration TIME = Duration.ofSeconds(60);

  /** Proofs, if the policy changes meanwhile. */
  private static final int TRIES = 3;

  private final RecommendationService recommendations;
  private final Proving proving;
  private final ChangeMaking making;
  private final PolicyDrafts drafts;
  private final Transactions transactions;
  private final Clock clock;

  Acceptance(
      RecommendationService recommendations,
      Proving proving,
      ChangeMaking making,
      PolicyDrafts drafts,
      Transactions transactions,
      Clock clock) {
    this.recommendations = recommendations;
    this.proving = proving;
    this.making = making;
    this.drafts = drafts;
    this.transactions = transactions;
    this.clock = clock;
  }

  record Accepted(Recommendation recommendation, Made made) {}

  private record Start(TenantPolicy policy, Map<UUID, Grant> grants) {}

  /** Reads one that can be accepted; NOT_FOUND; CONFLICT if it waits no longer or has no change. */
  Recommendation acceptable(OrganizationId organization, UUID id) {
    Recommendation found = recommendations.open(organization, id);
    if (found.change().changesNothing()) {
      throw IamException.conflict(
          found.type() == RecommendationType.WIDE_ROLE
              ? "This recommendation proposes no change because it affects too many grants; split "
                  + "the role manually."
              : "This recommendation proposes no change because revoking unused grants is not "
                  + "enough; decide which grants to revoke.");
    }
    return found;
  }

  /**
   * Makes the change of one recommendation.
   *
   * @throws IamException CONFLICT if it is stale: its grants changed, a role of it gives more than
   *     these, a decision would be denied, or the policy changed during the proof;
   *     TOO_MANY_REQUESTS if the proof takes longer than a request may; refusals of the change
   *     itself
   */
  Accepted accept(CallerChanges changes, Recommendation found) {
    OrganizationId organization = changes.organization();
    for (int i = 0; i < TRIES; i++) {
      Start start =
          transactions.callOnSnapshot(() ->
              new Start(
                  Objects.requireNonNull(drafts.base(organization).policy()),
                  making.grants(organization, found.change())));
      prove(start, found);
      Optional<Accepted> accepted =
          changes.policy(recording ->
              recording.version() == start.policy().version()
                  ? Optional.of(made(recording, start, found))
                  : Optional.empty());
      if (accepted.isPresent()) {
        return accepted.get();
      }
    }
    throw IamException.conflict(
        "The policy changed while the recommendation was being proved; try again.");
  }

  private Accepted made(Recording recording, Start start, Recommendation found) {
    Made made = making.make(recording, found.change(), start.grants());
    return new Accepted(recommendations.accepted(recording, found), made);
  }

  private void prove(Start start, Recommendation found) {
    Findings.wider(start.policy().snapshot(), found.change(), start.grants())
        .ifPresent(role -> {
          throw ChangeMaking.stale(
              "the role %s now gives more than the grants that it would replace".formatted(role));
        });
    Instant now = clock.instant();
    List<Proving.Claim> proved =
        proving
            .prove(
                new Proving.Base(start.policy(), List.copyOf(start.grants().values()), now),
                List.of(
                    new Proving.Claim(
                        found.candidate(), Proof.begin(LeastPrivilegeConfig.windowFrom(now), now))),
                new Proving.Bounds(LeastPrivilegeConfig.MAX_DECISIONS, TIME, true))
            .claims();
    if (proved.isEmpty()) {
      throw ChangeMaking.stale("its change is no longer possible");
    }
    Proof proof = proved.getFirst().proof();
    if (!proof.losesNothing()) {
      throw ChangeMaking.stale(
          "%d decisions that were allowed would now be denied".formatted(proof.newlyDenied()));
    }
    if (!proof.holds()) {
      throw IamException.of(
          ErrorCode.TOO_MANY_REQUESTS,
          "Replaying the recorded decisions takes longer than one request may. Try again when the "
              + "service is less busy.");
    }
  }
}
