package io.iamplane.escalation;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the administrators of an organization: active users and service accounts with every
 * permission of the control plane by its policy, without any context.
 */
@Singleton
class Administrators {

  /** The denials that are answers of the policy. */
  private static final Set<ReasonCode> REFUSALS =
      EnumSet.of(
          ReasonCode.NO_MATCHING_GRANT,
          ReasonCode.EXPLICIT_DENY,
          ReasonCode.SUBJECT_INACTIVE,
          ReasonCode.SUBJECT_UNKNOWN);

  private final CatalogReader catalog;
  private final DecisionService decisions;

  Administrators(CatalogReader catalog, DecisionService decisions) {
    this.catalog = catalog;
    this.decisions = decisions;
  }

  /**
   * Returns true if a subject is an administrator by a policy; reads the subjects up to that one.
   */
  boolean isAny(PolicyView policy, OrganizationId organization, Stream<SubjectRef> subjects) {
    List<ControlPlanePermission> all = ControlPlane.permissions(catalog.isPlatform(organization));
    return subjects.anyMatch(subject ->
        all.stream()
            .allMatch(permission -> decide(organization, policy, subject, permission).allowed()));
  }

  /**
   * Checks like {@link #isAny}, but counts no subject from whom a denial takes a permission later:
   * no change comes when the denial, or a membership of a group that denies, begins.
   */
  boolean isAnyAhead(PolicyView policy, OrganizationId organization, Stream<SubjectRef> subjects) {
    List<ControlPlanePermission> all = ControlPlane.permissions(catalog.isPlatform(organization));
    return subjects.anyMatch(subject ->
        all.stream()
            .map(permission -> request(subject, permission))
            .allMatch(
                request -> decisions.authorizeAhead(organization, policy, request).allowed()));
  }

  /**
   * Checks like {@link #isAny}, but counts a subject without an answer of the engine as
   * administrator: a bound on its work or a defect takes no right away.
   */
  boolean mayBeAny(PolicyView policy, OrganizationId organization, Stream<SubjectRef> subjects) {
    List<ControlPlanePermission> all = ControlPlane.permissions(catalog.isPlatform(organization));
    return subjects.anyMatch(subject ->
        all.stream()
            .noneMatch(permission ->
                REFUSALS.contains(decide(organization, policy, subject, permission).reason())));
  }

  private Decision decide(
      OrganizationId organization,
      PolicyView policy,
      SubjectRef subject,
      ControlPlanePermission permission) {
    return decisions.authorize(organization, policy, request(subject, permission));
  }

  private static DecisionRequest request(SubjectRef subject, ControlPlanePermission permission) {
    return new DecisionRequest(
        Party.of(subject),
        new Asked.Permission(permission.key(), ControlPlane.APPLICATION),
        null,
        Map.of(),
        Map.of(),
        Aal.AAL3);
  }
}
