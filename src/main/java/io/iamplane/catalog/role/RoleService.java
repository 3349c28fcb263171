package io.iamplane.catalog.role;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlane.SeededRole;
import io.iamplane.catalog.document.RequestPolicy;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.permission.PermissionStore;
import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.wire.Revision;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The roles of a tenant: its own, which are written here, those of applications, which their
 * manifests keep, and those that every tenant has. Each writing method runs inside the change that
 * records it.
 */
@Singleton
public class RoleService {

  private static final String TARGET = "role";

  private final RoleStore roles;
  private final PermissionStore permissions;
  private final Transactions transactions;

  RoleService(RoleStore roles, PermissionStore permissions, Transactions transactions) {
    this.roles = roles;
    this.permissions = permissions;
    this.transactions = transactions;
  }

  /**
   * Creates a role of the tenant. The key of a deleted role may be used again: no account was left
   * that held it. CONFLICT when the key is taken; VALIDATION names every member at fault.
   */
  public Role create(Recording recording, CreateRoleRequest request) {
    Optional<Role> before = roles.byKey(recording.organization(), request.key());
    Role role = checked(request.toRole(before.map(Role::revision).orElse(0L) + 1));
    new RoleRules(stored(recording.organization())).require(role);
    if (before.filter(RoleService::isActive).isPresent()) {
      throw IamException.conflict("A role with this key already exists.");
    }
    if (before.isEmpty()) {
      roles.insert(recording, role);
    } else {
      roles.replace(recording, role);
    }
    recording.add(effect(EventType.ROLE_CREATED, before, role));
    return role;
  }

  /**
   * The effect of creating or changing a role of the tenant; writes nothing.
   *
   * @param others drafted beside it: it may hold their permissions, and include their roles
   * @throws IamException CONFLICT for a role that a manifest or this program keeps; VALIDATION
   *     naming every member at fault
   */
  public Effect drafted(
      OrganizationId organization, CreateRoleRequest request, List<Effect> others) {
    return transactions.call(() -> {
      Optional<Role> before = roles.byKey(organization, request.key());
      if (ControlPlane.role(request.key()).isPresent()
          || before.filter(RoleService::isActive).isPresent()) {
        own(organization, request.key());
      }
      Role role = checked(request.toRole(before.map(Role::revision).orElse(0L) + 1));
      new RoleRules(new DraftedRoles(stored(organization), others)).require(role);
      return effect(EventType.ROLE_UPDATED, before, role);
    });
  }

  private static Effect effect(EventType ofPresent, Optional<Role> before, Role role) {
    return before
        .map(present -> Effect.changed(ofPresent, TARGET, role.key(), present, role))
        .orElseGet(() -> Effect.created(EventType.ROLE_CREATED, TARGET, role.key(), role));
  }

  /**
   * The effect of deleting a role of the tenant; writes nothing. NOT_FOUND, or CONFLICT as for the
   * deletion.
   *
   * @param others drafted beside it: they may take the role out of others
   */
  public Effect draftedDeletion(OrganizationId organization, String key, List<Effect> others) {
    return transactions.call(
        () -> deletion(new DraftedRoles(stored(organization), others), own(organization, key)));
  }

  private RoleFacts stored(OrganizationId organization) {
    return new StoredRoles(organization, roles, permissions);
  }

  private static boolean isActive(Role role) {
    return role.status() == CatalogStatus.ACTIVE;
  }

  private static Effect deletion(RoleFacts known, Role before) {
    List<String> including = known.including(before.key());
    if (!including.isEmpty()) {
      throw IamException.conflict(
          "The role %s includes this role; remove this role from it first."
              .formatted(including.getFirst()));
    }
    return Effect.changed(
        EventType.ROLE_DEPRECATED, TARGET, before.key(), before, before.deprecated());
  }

  /**
   * Changes a role of the tenant; says and does nothing when that is the same.
   *
   * @throws IamException NOT_FOUND; CONFLICT for a role that a manifest or this program keeps;
   *     PRECONDITION_FAILED; VALIDATION naming every member at fault, circles included
   */
  public Role update(
      Recording recording, String key, UnaryOperator<Role> change, @Nullable String ifMatch) {
    Role before = own(recording.organization(), key);
    new Revision(before.revision()).requireMatch(ifMatch);
    Role after = checked(change.apply(before)).at(before.revision() + 1);
    if (after.sameAs(before)) {
      return before;
    }
    new RoleRules(stored(recording.organization())).require(after);
    roles.replace(recording, after);
    recording.add(Effect.changed(EventType.ROLE_UPDATED, TARGET, key, before, after));
    return after;
  }

  /**
   * Deletes a role of the tenant: it is kept as deprecated, for the history. NOT_FOUND; CONFLICT
   * when another role includes it, or a manifest or this program keeps it; PRECONDITION_FAILED.
   */
  public Role delete(Recording recording, String key, @Nullable String ifMatch) {
    Role before = own(recording.organization(), key);
    new Revision(before.revision()).requireMatch(ifMatch);
    Effect effect = deletion(stored(recording.organization()), before);
    Role after = before.deprecated();
    roles.replace(recording, after);
    recording.add(effect);
    return after;
  }

  /** Reads a role, seeded ones included; NOT_FOUND when the organization has no such role. */
  public Role get(OrganizationId organization, String key) {
    return transactions
        .call(() ->
            seeded(key, permissions.isPlatform(organization))
                .or(() -> roles.byKey(organization, key)))
        .orElseThrow(IamException::notFound);
  }

  /** A page of roles in the order of their keys, seeded ones included. */
  public Page<Role> page(
      OrganizationId organization,
      PageRequest page,
      @Nullable String application,
      @Nullable CatalogStatus status) {
    return transactions.call(() -> {
      String after = page.after() == null ? "" : page.after();
      List<Role> found =
          new ArrayList<>(
              roles.after(
                  organization,
                  after,
                  page.limit() + 1,
                  application,
                  status == null ? null : status.wire()));
      if (status != CatalogStatus.DEPRECATED
          && (application == null || application.equals(ControlPlane.APPLICATION))) {
        boolean platform = permissions.isPlatform(organization);
        ControlPlane.roles().stream()
            .map(role -> seeded(role, platform))
            .filter(role -> role.key().compareTo(after) > 0)
            .forEach(found::add);
      }
      found.sort(Comparator.comparing(Role::key));
      return Page.cut(found, page.limit(), Role::key);
    });
  }

  private static Optional<Role> seeded(String key, boolean platform) {
    return ControlPlane.role(key).map(role -> seeded(role, platform));
  }

  private static Role seeded(SeededRole role, boolean platform) {
    return new Role(
        role.key(),
        ControlPlane.APPLICATION,
        role.label(),
        role.permissions(platform),
        List.of(),
        role.privileged(),
        false,
        false,
        Map.of(),
        CatalogStatus.ACTIVE,
        1);
  }

  /** A role that this service writes. */
  private Role own(OrganizationId organization, String key) {
    if (ControlPlane.role(key).isPresent()) {
      throw IamException.conflict("This role is built in and cannot be changed.");
    }
    Role role =
        roles
            .byKey(organization, key)
            .filter(RoleService::isActive)
            .orElseThrow(IamException::notFound);
    if (role.application() != null) {
      throw IamException.conflict(
          "The manifest of the application %s defines this role; change it there."
              .formatted(role.application()));
    }
    return role;
  }

  private static Role checked(Role role) {
    DirectoryRules.attributes("request", role.request());
    Map<String, List<String>> faults = new TreeMap<>();
    RequestPolicy.faults(role.request())
        .forEach((place, message) -> faults.put("request." + place, List.of(message)));
    if (!faults.isEmpty()) {
      throw IamException.validation(faults);
    }
    return role;
  }

  /** The contents of the tables, in the caller's transaction. */
  private record StoredRoles(
      OrganizationId organization, RoleStore roles, PermissionStore permissions)
      implements RoleFacts {

    @Override
    public boolean hasPermission(String key) {
      return permissions.hasPermission(organization, key);
    }

    @Override
    public boolean hasRole(String key) {
      return roles.has(organization, key);
    }

    @Override
    public List<String> includes(String key) {
      return roles.byKey(organization, key).map(Role::includes).orElse(List.of());
    }

    @Override
    public List<String> including(String key) {
      return roles.including(organization, key);
    }

    @Override
    public int levelsAbove(String key, int most) {
      return roles.levelsAbove(organization, key, most);
    }
  }
}
