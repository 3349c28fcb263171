package io.iamplane.directory.organization;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.change.TokenHolder;
import io.iamplane.database.Transactions;
import io.iamplane.directory.client.ClientView;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.wire.Patch;
import io.iamplane.shared.wire.Revision;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The life of organizations. Each step is recorded twice in one transaction: in the platform's
 * chain, where the platform's auditors look, and in the organization's own, where its auditors do.
 */
@Singleton
public class OrganizationService {

  private static final String TARGET = "organization";

  private final OrganizationStore store;
  private final Changes changes;
  private final AdministratorMaker administrators;
  private final Transactions transactions;

  OrganizationService(
      OrganizationStore store,
      Changes changes,
      AdministratorMaker administrators,
      Transactions transactions) {
    this.store = store;
    this.changes = changes;
    this.administrators = administrators;
    this.transactions = transactions;
  }

  /** By id or key; NOT_FOUND when there is no such organization. */
  public Organization get(String idOrKey) {
    return transactions.call(() -> find(idOrKey)).orElseThrow(IamException::notFound);
  }

  public Optional<Organization> byId(OrganizationId id) {
    return transactions.call(() -> store.byId(id));
  }

  public Optional<Organization> byKey(String key) {
    return transactions.call(() -> store.byKey(key));
  }

  /** The platform organization; empty before the system was bootstrapped. */
  public Optional<Organization> platform() {
    return transactions.call(store::platform);
  }

  /** Every organization, the platform included, in the order of creation. */
  public List<Organization> all() {
    return transactions.call(store::all);
  }

  /**
   * Runs a use case and reads the version of its result in the same transaction: a failure of a
   * read after the commit would be reported as if nothing had been written.
   */
  public VersionedOrganization versioned(Supplier<Organization> useCase) {
    return transactions.call(() -> versioned(useCase.get()));
  }

  private VersionedOrganization versioned(Organization organization) {
    return new VersionedOrganization(
        organization, changes.version(organization.id()).orElseThrow(IamException::notFound));
  }

  /** A page with the version of each organization's policy, from one moment. */
  public Page<VersionedOrganization> listVersioned(
      PageRequest request, Organization.@Nullable Status status) {
    return transactions.call(() -> {
      Page<Organization> page = store.page(request, status);
      Map<OrganizationId, Long> versions =
          changes.versions(page.items().stream().map(Organization::id).toList());
      return page.map(organization ->
          new VersionedOrganization(organization, versions.getOrDefault(organization.id(), 0L)));
    });
  }

  /**
   * Creates the platform organization, which only its own chain records; the caller has the new id
   * as its own.
   */
  public Organization createPlatform(Caller caller, String key, String name) {
    Organization.requireKey(key);
    String fitName = Organization.requireName(name);
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
  public Organization create(Caller caller, CreateOrganizationRequest request) {
    return make(caller, request).organization();
  }

  /** Creates a tenant, and reads the version of its policy in the same transaction. */
  OrganizationView createView(Caller caller, CreateOrganizationRequest request) {
    return transactions.call(() -> {
      Made made = make(caller, request);
      return OrganizationView.of(versioned(made.organization()), made.administrator());
    });
  }

  /** A tenant, and the client of its administrator with the secret, if one was asked for. */
  record Made(Organization organization, @Nullable ClientView administrator) {}

  private Made make(Caller caller, CreateOrganizationRequest request) {
    Organization.requireKey(request.key());
    String name = Organization.requireName(request.name());
    return changes.record(
        Change.operational(
            caller,
            caller.organization(),
            platform -> {
              if (store.byKey(request.key()).isPresent()) {
                throw IamException.conflict("An organization with this key already exists.");
              }
              Made made = makeTenant(caller, request, name);
              platform.add(created(made.organization()));
              return made;
            }));
  }

  /**
   * The administrator is made in the very change that opens the tenant: no other can come between.
   */
  private Made makeTenant(Caller caller, CreateOrganizationRequest request, String name) {
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
                      Objects.requireNonNullElse(request.status(), Organization.Status.ACTIVE));
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
    recording.add(created(organization));
    return organization;
  }

  private static Effect created(Organization organization) {
    return Effect.created(
        EventType.ORGANIZATION_CREATED, TARGET, organization.id().toString(), organization);
  }

  /**
   * Changes name or status; the caller is of the platform organization. PRECONDITION_FAILED when
   * another revision is the present one; CONFLICT when the platform itself would be suspended.
   */
  public Organization update(
      Caller caller,
      String idOrKey,
      Patch<UpdateOrganizationRequest> patch,
      @Nullable String ifMatch) {
    return changes.record(
        Change.operational(
            caller,
            caller.organization(),
            platform -> {
              Organization before = find(idOrKey).orElseThrow(IamException::notFound);
              new Revision(before.revision()).requireMatch(ifMatch);
              Organization after =
                  changed(before, patch.onto(UpdateOrganizationRequest.of(before)));
              if (sameContent(before, after)) {
                return before;
              }
              if (!before.id().equals(caller.organization())) {
                changes.record(tenantUpdate(caller, before, after));
              } else {
                store.update(platform, after);
              }
              platform.add(updated(before, after));
              return after;
            }));
  }

  private static Organization changed(Organization before, UpdateOrganizationRequest wanted) {
    Organization after = before.changed(Organization.requireName(wanted.name()), wanted.status());
    if (after.kind() == Organization.Kind.PLATFORM
        && after.status() == Organization.Status.SUSPENDED) {
      throw IamException.conflict("The platform organization cannot be suspended.");
    }
    return after;
  }

  private static boolean sameContent(Organization before, Organization after) {
    return before.name().equals(after.name()) && before.status() == after.status();
  }

  /** Only the status bears on decisions; a new name leaves the policy's version alone. */
  private Change<Organization> tenantUpdate(
      Caller caller, Organization before, Organization after) {
    Change.Kind kind =
        before.status() == after.status() ? Change.Kind.OPERATIONAL : Change.Kind.POLICY;
    return new Change<>(
        caller,
        before.id(),
        kind,
        true,
        tenant -> {
          store.update(tenant, after);
          if (after.status() == Organization.Status.SUSPENDED && kind == Change.Kind.POLICY) {
            tenant.endTokens(TokenHolder.ORGANIZATION);
          }
          tenant.add(updated(before, after));
          return after;
        });
  }

  private static Effect updated(Organization before, Organization after) {
    EventType type =
        before.status() == after.status()
            ? EventType.ORGANIZATION_UPDATED
            : switch (after.status()) {
              case ACTIVE -> EventType.ORGANIZATION_REACTIVATED;
              case SUSPENDED -> EventType.ORGANIZATION_SUSPENDED;
            };
    return Effect.changed(type, TARGET, after.id().toString(), before, after);
  }

  private Optional<Organization> find(String idOrKey) {
    return OrganizationId.parse(idOrKey).map(store::byId).orElseGet(() -> store.byKey(idOrKey));
  }
}
