package io.iamplane.directory.organization;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.directory.client.ClientView;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;

/**
 * Gives an organization an administrator from the platform's side. Over HTTP only one that has no
 * active administrator (a guard sees to that), or the platform's administrators could enter every
 * tenant; an operator's command is not asked, because a lost secret leaves the administrator
 * active.
 */
@Singleton
public class AdministratorRecovery {

  private static final String TARGET = "organization_administrator";

  private final OrganizationService organizations;
  private final AdministratorMaker administrators;
  private final Changes changes;

  AdministratorRecovery(
      OrganizationService organizations, AdministratorMaker administrators, Changes changes) {
    this.organizations = organizations;
    this.administrators = administrators;
    this.changes = changes;
  }

  /**
   * Makes an administrator, whose secret nothing can show again. Recorded and announced in the
   * organization's chain and, for a tenant, in the platform's. The caller is of the platform
   * organization.
   *
   * @throws IamException NOT_FOUND; CONFLICT when the caller has a client and the organization is
   *     suspended, has an active administrator, or is the caller's own
   */
  public ClientView recover(Caller caller, String idOrKey, CreateAdministratorRequest request) {
    Organization organization = organizations.get(idOrKey);
    if (!organization.id().equals(caller.organization())) {
      return changes.record(
          Change.operational(
              caller,
              caller.organization(),
              platform -> {
                ClientView made = make(caller, organization, request);
                platform.add(effect(organization, made));
                return made;
              }));
    }
    if (caller.clientId() != null) {
      throw IamException.conflict(
          "Recover the platform's administrator with the command iam:administrators:recover.");
    }
    return make(caller, organization, request);
  }

  private ClientView make(
      Caller caller, Organization organization, CreateAdministratorRequest request) {
    return changes.record(
        Change.policy(
            caller,
            organization.id(),
            recording -> {
              ClientView made = administrators.make(recording, request);
              recording.add(effect(organization, made));
              return made;
            }));
  }

  private static Effect effect(Organization organization, ClientView made) {
    return Effect.created(
        EventType.ORGANIZATION_ADMINISTRATOR_RECOVERED,
        TARGET,
        made.subject(),
        new RecoveredAdministrator(organization.id(), made.subject(), made.clientId()));
  }

  /** A recovery as audit records show it, in the platform's chain and in the organization's own. */
  @RegisterForReflection
  record RecoveredAdministrator(OrganizationId organizationId, String subject, String clientId) {}
}
