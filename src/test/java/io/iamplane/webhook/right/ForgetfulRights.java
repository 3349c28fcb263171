package io.iamplane.webhook.right;

import io.iamplane.decision.DecisionService;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.inject.Vetoed;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Reports unknown rights for some organizations, like a policy being loaded; a test may act during
 * the judgement.
 */
@Vetoed
public final class ForgetfulRights extends OwnerRights {

  private final Set<OrganizationId> unknown = ConcurrentHashMap.newKeySet();
  private Consumer<Moment> meanwhile = _ -> {};

  public ForgetfulRights(DecisionService decisions) {
    super(decisions, System::nanoTime);
  }

  public void forget(OrganizationId organization) {
    unknown.add(organization);
  }

  public void remember(OrganizationId organization) {
    unknown.remove(organization);
  }

  /** Runs an action after a moment was read, and before it is judged. */
  public void meanwhile(Consumer<Moment> action) {
    meanwhile = action;
  }

  @Override
  public Verdict judge(
      OrganizationId organization, Set<Entitlement> asked, Moment moment, Duration patience) {
    meanwhile.accept(moment);
    return unknown.contains(organization)
        ? new Verdict(asked, Set.of(), false, moment, 0)
        : super.judge(organization, asked, moment, Duration.ofSeconds(10));
  }
}
