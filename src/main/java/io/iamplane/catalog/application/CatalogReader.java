package io.iamplane.catalog.application;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.permission.PermissionStore;
import io.iamplane.catalog.role.Role;
import io.iamplane.catalog.role.RoleStore;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Transactions;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.pattern.PermissionPattern;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The catalogue of a tenant for the rest of the system, seeds included. */
@Singleton
public class CatalogReader {

  private final ApplicationStore applications;
  private final PermissionStore permissions;
  private final RoleStore roles;
  private final Transactions transactions;

  CatalogReader(
      ApplicationStore applications,
      PermissionStore permissions,
      RoleStore roles,
      Transactions transactions) {
    this.applications = applications;
    this.permissions = permissions;
    this.roles = roles;
    this.transactions = transactions;
  }

  /** Returns true if there is such an application, or it is the control plane itself. */
  public Supplier<Boolean> hasApplication(OrganizationId organization, String key, RoundTrip trip) {
    if (key.equals(ControlPlane.APPLICATION)) {
      return () -> true;
    }
    Supplier<List<Application>> found = applications.byKey(organization, key, trip);
    return () -> !found.get().isEmpty();
  }

  /** Declared and not deprecated, or seeded. */
  public Supplier<Boolean> hasRole(OrganizationId organization, String key, RoundTrip trip) {
    return roles.has(organization, key, trip);
  }

  /** Declared and not deprecated, or the control plane's. */
  public Supplier<Boolean> hasPermission(OrganizationId organization, String key, RoundTrip trip) {
    return permissions.hasPermission(organization, key, trip);
  }

  /** The role of that key, deprecated or not; the seeded ones are not among them. */
  public Optional<Role> role(OrganizationId organization, String key) {
    return transactions.call(() -> roles.byKey(organization, key));
  }

  /** The condition fields that an application declares; none when there is no such application. */
  public Supplier<AttributeSchema> schema(
      OrganizationId organization, String application, RoundTrip trip) {
    Supplier<List<Application>> found = applications.byKey(organization, application, trip);
    return () ->
        found.get().stream().findFirst().map(Application::schema).orElse(AttributeSchema.EMPTY);
  }

  public List<RelationModel> models(OrganizationId organization) {
    return applications(organization).stream()
        .map(Application::model)
        .filter(Objects::nonNull)
        .toList();
  }

  public Optional<Application> application(OrganizationId organization, String key) {
    return transactions.call(() -> applications.byKey(organization, key));
  }

  public List<Application> applications(OrganizationId organization) {
    return transactions.call(() -> applications.all(organization));
  }

  public Supplier<List<Application>> applications(OrganizationId organization, RoundTrip trip) {
    return applications.all(organization, trip);
  }

  /** Every permission that is not deprecated; the control plane's own are not among them. */
  public void forEachPermission(OrganizationId organization, Consumer<Permission> each) {
    permissions.active(organization).forEach(each);
  }

  /** Every role that is not deprecated; the seeded ones are not among them. */
  public void forEachRole(OrganizationId organization, Consumer<Role> each) {
    roles.active(organization).forEach(each);
  }

  /**
   * The roles of some keys and all that these include, at any depth, deprecated or not; the seeded
   * ones are not among them.
   */
  public List<Role> rolesWithin(OrganizationId organization, Collection<String> keys) {
    return roles.within(organization, keys);
  }

  /** The given keys, and those of all active roles that include such roles, at any depth. */
  public Set<String> rolesAbove(OrganizationId organization, Collection<String> keys) {
    return Set.copyOf(roles.above(organization, keys));
  }

  /**
   * The active roles that themselves hold a permission, by its full key or in a pattern, or include
   * one of some roles.
   */
  public List<String> rolesNaming(
      OrganizationId organization, String permission, Collection<String> included) {
    return roles.naming(organization, PermissionPattern.naming(permission), included);
  }

  public boolean isPlatform(OrganizationId organization) {
    return permissions.isPlatform(organization);
  }
}
