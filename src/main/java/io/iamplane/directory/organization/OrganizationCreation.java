package io.iamplane.directory.organization;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.client.ClientView;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * Makes organizations. An administrator that is asked for is made in the very change that opens the
 * tenant: no other change can come between.
 */
@Singleton
class OrganizationCreation {

  private final OrganizationStore store;
  private final Changes changes;
  private final AdministratorMaker administrators;
  private final Transactions transactions;

  OrganizationCreation(
      OrganizationStore store,
      Changes changes,
      AdministratorMaker administrators,
      Transactions transactions) {
    this.store = store;
    this.changes = changes;
    this.administrators = administrators;
    this.transactions = transactions;
  }

  /**
   * A tenant that was made.
   *
   * @param administrator the client of its administrator, with the secret; null when none was asked
   *     for
   */
  record Made(Organization organization, @Nullable ClientView administrator) {}

  /** Creates the platform organization; see {@link OrganizationService#createPlatform}. */
  Organization createPlatform(Caller caller, String key, String name) {
    OrganizationKey.require(key);
    String fitName = OrganizationName.require(name);
    return changes.record(
        Change.creation(
            caller,
            caller.organization(),
            recording -> {
              if (store.platform().isPresent()) {
                throw IamException.conflict("A platform organization already exists.");
              }
              return insert(
                  recording, key, fitName, Organization.Kind.PLATFORM, Organization.Status.ACTIVE);
            }));
  }

  /** Creates a tenant; the caller is of the platform organization. */
  Made create(Caller caller, CreateOrganizationRequest request) {
    OrganizationKey.require(request.key());
    String name = OrganizationName.require(request.name());
    return changes.record(
        Change.operational(
            caller,
            caller.organization(),
            platform -> {
              if (store.byKey(request.key()).isPresent()) {
                throw IamException.conflict("An organization with this key already exists.");
              }
              Made made = createTenant(caller, request, name);
              Organization created = made.organization();
              platform.add(
                  Effect.created(
                      EventType.ORGANIZATION_CREATED,
                      OrganizationService.TARGET,
                      created.id().toString(),
                      created));
              return made;
            }));
  }

  /** The same with the version of the new policy, read in the same transaction. */
  OrganizationView view(Caller caller, CreateOrganizationRequest request) {
    return transactions.call(() -> {
      Made made = create(caller, request);
      long version = changes.version(made.organization().id()).orElseThrow(IamException::notFound);
      return OrganizationView.of(
          new VersionedOrganization(made.organization(), version), made.administrator());
    });
  }

  private Made createTenant(Caller caller, CreateOrganizationRequest request, String name) {
    Organization.Status status = request.status();
    return changes.record(
        Change.creation(
            caller,
            OrganizationId.next(),
            tenant -> {
              Organization organization =
                  insert(
                      tenant,
                      request.key(),
                      name,
                      Organization.Kind.TENANT,
                      status == null ? Organization.Status.ACTIVE : status);
              CreateAdministratorRequest administrator = request.administrator();
              return new Made(
                  organization,
                  administrator == null ? null : administrators.make(tenant, administrator));
            }));
  }

  private Organization insert(
      Recording recording,
      String key,
      String name,
      Organization.Kind kind,
      Organization.Status status) {
    Organization organization =
        new Organization(recording.organization(), key, name, kind, status, 1, recording.at());
    store.insert(recording, organization);
    recording.add(
        Effect.created(
            EventType.ORGANIZATION_CREATED,
            OrganizationService.TARGET,
            organization.id().toString(),
            organization));
    return organization;
  }
}
