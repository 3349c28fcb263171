package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.decision.engine.HeldPermissions;
import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.grant.Grant;
import io.iamplane.grant.duty.DutyRule;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Subjects that violate a duty rule. If ending unused grants is enough to keep it, this is
 * recommended; otherwise an administrator must choose.
 */
record DutyBreaches(Inspection inspection, GrantClaims claims) {

  /** One rule may look at so many grants and memberships. */
  private static final int STEPS = 3_000_000;

  private static final Logger LOG = Logger.getLogger(DutyBreaches.class);

  List<Candidate> find() {
    List<Candidate> found = new ArrayList<>();
    for (DutyRule rule : inspection.tenant().policy().duties()) {
      holders(rule).entrySet().stream()
          .filter(each -> rule.isBroken(each.getValue()))
          .filter(each -> !rule.excepts(each.getKey(), inspection.terms().now()))
          .sorted(Comparator.comparing(each -> each.getKey().toString()))
          .limit(Inspection.MOST)
          .map(each -> breach(rule, each))
          .forEach(found::add);
    }
    return found;
  }

  /** Finds the holders of a rule's permissions; none if that takes too many steps. */
  private Map<SubjectRef, Long> holders(DutyRule rule) {
    try {
      return new HeldPermissions(
              inspection.tenant().policy().snapshot(),
              rule.permissions(),
              inspection.terms().now(),
              STEPS)
          .all();
    } catch (HeldPermissions.TooWideException e) {
      LOG.infof("skipping the duty rule %s: %s", rule.id(), e.getMessage());
      return Map.of();
    }
  }

  private Candidate breach(DutyRule rule, Map.Entry<SubjectRef, Long> holder) {
    List<String> held = rule.permissions(holder.getValue());
    List<Grant> giving =
        inspection.of(holder.getKey()).stream()
            .filter(grant -> grant.effect() == Grant.Effect.PERMIT)
            .filter(grant -> inspection.permissions(grant).stream().anyMatch(held::contains))
            .toList();
    List<Grant> ending = ending(giving, held, held.size() - rule.limit());
    ending.forEach(claims::end);
    return new Candidate(
        RecommendationType.DUTY_VIOLATION,
        rule.id() + " " + holder.getKey(),
        holder.getKey().toString(),
        Severity.HIGH,
        inspection.evidence(
            "The subject holds %s, but the duty rule \"%s\" forbids holding them together."
                .formatted(String.join(", ", held), rule.name()),
            giving),
        RecommendedChange.revoking(ending));
  }

  /**
   * Unused grants without which so many of the permissions are not held; none when that is not
   * enough.
   */
  private List<Grant> ending(List<Grant> giving, List<String> held, int toLose) {
    List<Grant> ending = new ArrayList<>();
    int lost = 0;
    for (String permission : held) {
      List<Grant> sources =
          giving.stream()
              .filter(grant -> inspection.permissions(grant).contains(permission))
              .toList();
      boolean unused =
          !sources.isEmpty()
              && sources.stream()
                  .allMatch(grant ->
                      inspection.isEligible(grant)
                          && !inspection.isUsed(grant)
                          && (claims.isFree(grant) || ending.contains(grant)));
      if (unused && lost < toLose) {
        lost++;
        sources.stream().filter(grant -> !ending.contains(grant)).forEach(ending::add);
      }
    }
    return lost < toLose ? List.of() : ending;
  }
}
