package io.iamplane.grant.activation;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.role.Role;
import io.iamplane.chain.EventType;
import io.iamplane.chain.PersonalData;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantFilter;
import io.iamplane.grant.GrantId;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets subjects activate their own dormant grants for a while. The grant bounds its activation: a
 * grant that is suspended, is revoked or expires ends it.
 */
@Singleton
class GrantActivation {

  static final String TARGET = "activation";

  private final GrantService grants;
  private final CatalogReader catalog;
  private final ActivationConfig config;

  GrantActivation(GrantService grants, CatalogReader catalog, ActivationConfig config) {
    this.grants = grants;
    this.catalog = catalog;
    this.config = config;
  }

  /**
   * Activates, inside the change that records it.
   *
   * @throws IamException NOT_FOUND for a grant of another subject's; VALIDATION for a duration out
   *     of bounds; CONFLICT when the grant needs no activation, does not count now, or is awake
   */
  Grant activate(Recording recording, GrantId id, ActivateGrantRequest request) {
    OrganizationId organization = recording.organization();
    Grant before = grants.get(organization, id);
    if (!before.subject().equals(recording.caller().subject())) {
      throw IamException.notFound();
    }
    requireDormant(before, recording.at());
    Duration duration = NewGrant.duration(request.duration(), config.maxDuration());
    Instant until = earlier(recording.at().plus(duration), before.validUntil());
    Grant after = grants.activate(recording, id, until);
    boolean emergency = isBreakGlass(organization, after);
    Activation activation =
        new Activation(
            id,
            after.subject(),
            after.privilegeKey(),
            emergency,
            request.justification(),
            recording.at(),
            until,
            emergency ? administrators(organization) : List.of());
    recording.add(
        Effect.created(
            emergency ? EventType.BREAK_GLASS_OPENED : EventType.ACTIVATION_OPENED,
            TARGET,
            id.toString(),
            activation));
    return after;
  }

  private static void requireDormant(Grant grant, Instant at) {
    if (grant.status() != Grant.Status.ACTIVE) {
      throw IamException.conflict("The grant is not active.");
    }
    if (!grant.isWithinItsTimes(at)) {
      throw IamException.conflict("The grant is not currently valid.");
    }
    if (grant.isAwake(at)) {
      throw IamException.conflict("The grant is already activated.");
    }
  }

  private static Instant earlier(Instant until, @Nullable Instant end) {
    return end != null && end.isBefore(until) ? end : until;
  }

  private boolean isBreakGlass(OrganizationId organization, Grant grant) {
    return grant.privilegeType() == Grant.PrivilegeType.ROLE
        && catalog.role(organization, grant.privilegeKey()).filter(Role::breakGlass).isPresent();
  }

  private List<SubjectRef> administrators(OrganizationId organization) {
    return grants
        .page(
            organization,
            new PageRequest(PageRequest.MAX_LIMIT, null),
            new GrantFilter(null, ControlPlane.ADMINISTRATOR, null, Grant.Status.ACTIVE))
        .items()
        .stream()
        .filter(grant -> grant.effect() == Grant.Effect.PERMIT)
        .map(Grant::subject)
        .distinct()
        .toList();
  }

  /**
   * The activation of a grant, as audit records and events show it.
   *
   * @param until the first moment at which it is dormant again
   * @param administrators to notify in an emergency: up to 100 of the subjects with the
   *     administrator's role; empty without an emergency
   */
  @RegisterForReflection
  record Activation(
      GrantId grant,
      SubjectRef subject,
      String privilegeKey,
      boolean breakGlass,
      String justification,
      Instant from,
      Instant until,
      List<SubjectRef> administrators)
      implements PersonalData {

    @Override
    public Set<String> personalMembers() {
      return Set.of("justification");
    }
  }
}
