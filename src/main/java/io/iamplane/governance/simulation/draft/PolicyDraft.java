package io.iamplane.governance.simulation.draft;

import io.iamplane.change.Effect;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.snapshot.PolicyWorkbench;
import io.iamplane.decision.snapshot.TenantPolicy;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A policy as a draft would make it; {@code places} are those in the draft of the grants that it
 * adds, by their ids.
 */
public record PolicyDraft(PolicyView before, PolicyView after, Map<String, String> places) {

  public static PolicyDraft of(
      PolicyWorkbench bench, List<Effect> effects, Map<String, String> places) {
    List<PolicyChange> changes =
        effects.stream()
            .map(each -> new PolicyChange(each.target().type(), each.before(), each.after()))
            .toList();
    PolicyView present = view(bench.present());
    return new PolicyDraft(
        present, changes.isEmpty() ? present : view(bench.draft(changes)), places);
  }

  private static PolicyView view(TenantPolicy policy) {
    return new PolicyView(policy, ReasonCode.POLICY_VERSION_UNAVAILABLE);
  }

  public long version() {
    return Objects.requireNonNull(before.policy()).version();
  }
}
