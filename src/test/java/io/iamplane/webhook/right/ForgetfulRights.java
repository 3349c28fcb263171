package io.iamplane.webhook.right;

import io.iamplane.decision.DecisionService;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.inject.Vetoed;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Does not know the rights of some organizations, as while their policies are loaded. */
@Vetoed
public final class ForgetfulRights extends OwnerRights {

  private final Set<OrganizationId> unknown = ConcurrentHashMap.newKeySet();

  public ForgetfulRights(DecisionService decisions) {
    super(decisions, System::nanoTime);
  }

  public void forget(OrganizationId organization) {
    unknown.add(organization);
  }

  public void remember(OrganizationId organization) {
    unknown.remove(organization);
  }

  @Override
  public Verdict judge(OrganizationId organization, Set<Entitlement> asked, Duration patience) {
    return unknown.contains(organization)
        ? new Verdict(asked, Set.of(), false, 0)
        : super.judge(organization, asked, Duration.ofSeconds(10));
  }
}
