package io.iamplane.decision;

import io.iamplane.decision.snapshot.PolicySnapshots;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.wire.MustWaitException;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Finds the tenant with the policy that a caller may query. */
@Singleton
public class DecisionTenants {

  private final PolicySnapshots snapshots;
  private final OrganizationService organizations;

  DecisionTenants(PolicySnapshots snapshots, OrganizationService organizations) {
    this.snapshots = snapshots;
    this.organizations = organizations;
  }

  /**
   * The organization that a caller names, by id or key. Only the platform's callers may name
   * another one than their own.
   *
   * @throws IamException NOT_FOUND for another one, there or not; DEPENDENCY_UNAVAILABLE when the
   *     caller's own policy is not there to say which one is named
   */
  public OrganizationId named(Caller caller, @Nullable String idOrKey) {
    OrganizationId own = caller.organization();
    if (idOrKey == null || idOrKey.equals(own.toString())) {
      return own;
    }
    // A key is for life: however old the policy is, it knows its own.
    TenantPolicy policy = snapshots.known(own);
    if (policy == null) {
      policy = snapshots.await(own, 0);
    }
    if (policy != null && policy.isNamed(idOrKey)) {
      return own;
    }
    if (caller.platform()) {
      MustWaitException.requireMayWait();
      return organizations.get(idOrKey).id();
    }
    if (policy == null) {
      throw IamException.dependencyUnavailable(
          new IllegalStateException("the policy of the caller's organization is not loaded"));
    }
    throw IamException.notFound();
  }
}
