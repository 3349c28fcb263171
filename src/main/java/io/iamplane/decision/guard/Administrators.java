package io.iamplane.decision.guard;

import io.iamplane.catalog.CatalogReader;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.request.Asked;
import io.iamplane.decision.engine.request.DecisionRequest;
import io.iamplane.decision.engine.request.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Tells who administers an organization: active users and service accounts whom its policy allows
 * every permission of the control plane, without any context.
 */
@ApplicationScoped
class Administrators {

  private final CatalogReader catalog;
  private final DecisionService decisions;

  Administrators(CatalogReader catalog, DecisionService decisions) {
    this.catalog = catalog;
    this.decisions = decisions;
  }

  /**
   * Whether a policy makes one of some subjects an administrator.
   *
   * @param subjects looked at up to the first administrator
   */
  boolean isAny(PolicyView policy, OrganizationId organization, Stream<SubjectRef> subjects) {
    List<ControlPlanePermission> all = ControlPlane.permissions(catalog.isPlatform(organization));
    return subjects.anyMatch(subject ->
        all.stream().allMatch(permission -> isAllowed(organization, policy, subject, permission)));
  }

  private boolean isAllowed(
      OrganizationId organization,
      PolicyView policy,
      SubjectRef subject,
      ControlPlanePermission permission) {
    DecisionRequest request =
        new DecisionRequest(
            Party.of(subject),
            new Asked.Permission(permission.key(), ControlPlane.APPLICATION),
            null,
            Map.of(),
            Map.of(),
            Aal.AAL3);
    return decisions.authorize(organization, policy, request).allowed();
  }
}
