package io.iamplane.catalog.manifest;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.ApplicationStore;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.Manifest.DeclaredPermission;
import io.iamplane.catalog.document.Manifest.DeclaredRole;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.permission.PermissionStore;
import io.iamplane.catalog.role.Role;
import io.iamplane.catalog.role.RoleStore;
import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Applies a manifest to a tenant's catalogue, inside the change that records it. */
@Singleton
public class CatalogService {

  private static final String APPLICATION = "application";
  private static final String PERMISSION = "permission";
  private static final String ROLE = "role";

  /** Not the number of any manifest. */
  private static final int NO_VERSION = 0;

  private final ApplicationStore applications;
  private final PermissionStore permissions;
  private final RoleStore roles;
  private final Transactions transactions;

  CatalogService(
      ApplicationStore applications,
      PermissionStore permissions,
      RoleStore roles,
      Transactions transactions) {
    this.applications = applications;
    this.permissions = permissions;
    this.roles = roles;
    this.transactions = transactions;
  }

  /** Applies a manifest as a version; entries that it no longer declares are deprecated. */
  Application apply(Recording recording, Manifest manifest, int version) {
    List<Effect> effects = effects(recording.organization(), manifest, version, recording.at());
    for (Effect effect : effects) {
      write(recording, effect);
      recording.add(effect);
    }
    return (Application) Objects.requireNonNull(effects.getFirst().after());
  }

  /** The effects that a draft would have on the present catalogue; writes nothing. */
  public List<Effect> drafted(OrganizationId organization, Manifest manifest, Instant at) {
    return transactions.call(() -> effects(organization, manifest, NO_VERSION, at));
  }

  /** The effects of applying a manifest, the application first. */
  private List<Effect> effects(
      OrganizationId organization, Manifest manifest, int version, Instant at) {
    List<Effect> effects = new ArrayList<>();
    effects.add(application(organization, manifest, version, at));
    permissions(organization, manifest, effects);
    roles(organization, manifest, effects);
    return effects;
  }

  private void write(Recording recording, Effect effect) {
    boolean isNew = effect.before() == null;
    switch (effect.after()) {
      case Application after when isNew -> applications.insert(recording, after);
      case Application after -> applications.update(recording, after);
      case Permission after when isNew -> permissions.insert(recording, after);
      case Permission after -> permissions.replace(recording, after);
      case Role after when isNew -> roles.insert(recording, after);
      case Role after -> roles.replace(recording, after);
      case null, default -> throw new IllegalStateException("not a catalog object");
    }
  }

  /** Links an application with the service account that its own client stands for. */
  Application link(Recording recording, Application before, ServiceAccountId account) {
    Application after = before.linked(account);
    applications.update(recording, after);
    recording.add(
        Effect.changed(
            EventType.APPLICATION_UPDATED, APPLICATION, after.id().toString(), before, after));
    return after;
  }

  private Effect application(
      OrganizationId organization, Manifest manifest, int version, Instant at) {
    Manifest.App app = manifest.app();
    Optional<Application> present = applications.byKey(organization, app.key());
    Application after =
        new Application(
            present.map(Application::id).orElseGet(UuidV7::next),
            app.key(),
            app.name(),
            app.type(),
            app.riskLevel(),
            present.map(Application::status).orElse(Application.Status.ACTIVE),
            version,
            manifest.types(),
            manifest.attributes(),
            manifest.conditions(),
            present.map(Application::serviceAccountId).orElse(null),
            present.map(application -> application.revision() + 1).orElse(1L),
            present.map(Application::createdAt).orElse(at));
    return put(
        present.isEmpty() ? EventType.APPLICATION_CREATED : EventType.APPLICATION_UPDATED,
        APPLICATION,
        after.id().toString(),
        present.orElse(null),
        after);
  }

  private void permissions(OrganizationId organization, Manifest manifest, List<Effect> effects) {
    Map<String, Permission> left =
        byKey(permissions.of(organization, manifest.app().key()), Permission::key);
    for (DeclaredPermission declared : manifest.permissions()) {
      Permission after = permission(manifest.app().key(), declared);
      Permission before = left.remove(after.key());
      if (after.equals(before)) {
        continue;
      }
      EventType type =
          before == null || before.status() == CatalogStatus.DEPRECATED
              ? EventType.PERMISSION_DECLARED
              : EventType.PERMISSION_UPDATED;
      effects.add(put(type, PERMISSION, after.key(), before, after));
    }
    for (Permission before : left.values()) {
      if (before.status() == CatalogStatus.ACTIVE) {
        effects.add(
            Effect.changed(
                EventType.PERMISSION_DEPRECATED,
                PERMISSION,
                before.key(),
                before,
                before.deprecated()));
      }
    }
  }

  private void roles(OrganizationId organization, Manifest manifest, List<Effect> effects) {
    Map<String, Role> left = byKey(roles.of(organization, manifest.app().key()), Role::key);
    for (DeclaredRole declared : manifest.roles()) {
      Role before = left.remove(declared.key());
      Role after = role(manifest.app().key(), declared, before);
      if (before != null && after.sameAs(before)) {
        continue;
      }
      EventType type =
          before == null || before.status() == CatalogStatus.DEPRECATED
              ? EventType.ROLE_CREATED
              : EventType.ROLE_UPDATED;
      effects.add(put(type, ROLE, after.key(), before, after));
    }
    for (Role before : left.values()) {
      if (before.status() == CatalogStatus.ACTIVE) {
        effects.add(
            Effect.changed(
                EventType.ROLE_DEPRECATED, ROLE, before.key(), before, before.deprecated()));
      }
    }
  }

  private static Effect put(
      EventType type, String target, String key, @Nullable Object before, Object after) {
    return before == null
        ? Effect.created(type, target, key, after)
        : Effect.changed(type, target, key, before, after);
  }

  private static <T> Map<String, T> byKey(List<T> items, Function<T, String> key) {
    return items.stream()
        .collect(Collectors.toMap(key, Function.identity(), (a, _) -> a, HashMap::new));
  }

  private static Permission permission(String application, DeclaredPermission declared) {
    return new Permission(
        declared.key(),
        application,
        declared.label(),
        declared.description(),
        declared.resource(),
        declared.action(),
        declared.relation(),
        declared.risk(),
        declared.requiredAal(),
        CatalogStatus.ACTIVE);
  }

  private static Role role(String application, DeclaredRole declared, @Nullable Role before) {
    return new Role(
        declared.key(),
        application,
        declared.label(),
        declared.permissions(),
        declared.includes(),
        declared.privileged(),
        false,
        declared.selfRequestable(),
        declared.request(),
        CatalogStatus.ACTIVE,
        before == null ? 1 : before.revision() + 1);
  }
}
