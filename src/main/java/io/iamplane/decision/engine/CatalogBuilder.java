package io.iamplane.decision.engine;

import io.iamplane.decision.engine.Catalog.Bound;
import io.iamplane.decision.engine.Catalog.Source;
import io.iamplane.decision.engine.CatalogPermission.Application;
import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.language.pattern.PermissionIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a catalogue. Each change compiles the whole catalogue, since it is small compared with
 * the grants, and finer updates of shared roles are easy to get wrong.
 */
final class CatalogBuilder {

  private final Catalog before;
  private @Nullable Source changed;

  public CatalogBuilder(@Nullable Catalog before) {
    this.before = before == null ? Catalog.EMPTY : before;
  }

  private Source source() {
    Source source = changed;
    if (source == null) {
      Source old = before.source();
      source =
          new Source(
              new HashMap<>(old.applications()),
              new TreeMap<>(old.permissions()),
              new HashMap<>(old.roles()),
              new HashMap<>(old.models()));
      changed = source;
    }
    return source;
  }

  public void put(ApplicationFact fact) {
    source().applications().put(fact.key(), fact);
  }

  public void put(PermissionFact fact) {
    source().permissions().put(fact.key(), fact);
  }

  public void put(RoleFact fact) {
    source().roles().put(fact.key(), fact);
  }

  public void put(ModelFact fact) {
    source().models().put(fact.application(), fact);
  }

  public void removeApplication(String key) {
    present(source().applications().remove(key), "application", key);
  }

  public void removePermission(String key) {
    present(source().permissions().remove(key), "permission", key);
  }

  public void removeRole(String key) {
    present(source().roles().remove(key), "role", key);
  }

  public void removeModel(String application) {
    present(source().models().remove(application), "model of", application);
  }

  private static void present(@Nullable Object removed, String what, String key) {
    if (removed == null) {
      throw new IllegalStateException(what + " " + key + " is not in the snapshot");
    }
  }

  /** The catalogue as it is now; the one started from when nothing was put or removed. */
  public Catalog build(Symbols.Interner symbols, Privileges.Interner privileges) {
    Source source = changed;
    if (source == null) {
      return before;
    }
    changed = null;
    Map<String, CompiledModel> models = new HashMap<>();
    source
        .models()
        .forEach((app, fact) -> models.put(app, CompiledModel.of(fact.model(), symbols)));
    Map<String, CatalogPermission> permissions = new HashMap<>();
    Map<Bound, List<CatalogPermission>> byRelation = new HashMap<>();
    Map<Bound, CatalogPermission> byAction = new HashMap<>();
    RoleExpansion expansion = new RoleExpansion(source.roles(), source.permissions().keySet());
    Map<String, int[]> containing = containing(expansion, source, privileges);
    for (PermissionFact fact : source.permissions().values()) {
      Application application = application(source, fact.application(), models, symbols);
      int[] privilegesWith = Objects.requireNonNull(containing.get(fact.key()));
      CatalogPermission permission = compile(fact, application, privilegesWith, symbols);
      permissions.put(fact.key(), permission);
      bind(permission, byRelation, byAction);
    }
    return new Catalog(source, permissions, models, byRelation, byAction, expansion.size());
  }

  private static Application application(
      Source source, String key, Map<String, CompiledModel> models, Symbols.Interner symbols) {
    ApplicationFact fact = source.applications().get(key);
    return new Application(symbols.number(key), fact != null && fact.active(), models.get(key));
  }

  /** For each permission, the privileges that contain it, itself first. */
  private static Map<String, int[]> containing(
      RoleExpansion expansion, Source source, Privileges.Interner privileges) {
    PermissionIndex permissions = expansion.permissions();
    int[] counts = new int[permissions.size()];
    for (String role : source.roles().keySet()) {
      for (int position : expansion.positionsOf(role)) {
        counts[position]++;
      }
    }
    int[][] containing = new int[counts.length][];
    for (int position = 0; position < counts.length; position++) {
      containing[position] = new int[counts[position] + 1];
      containing[position][0] = privileges.number(Privilege.permission(permissions.key(position)));
      counts[position] = 1;
    }
    for (String role : source.roles().keySet()) {
      int number = privileges.number(Privilege.role(role));
      for (int position : expansion.positionsOf(role)) {
        containing[position][counts[position]++] = number;
      }
    }
    Map<String, int[]> byKey = new HashMap<>();
    for (int position = 0; position < counts.length; position++) {
      byKey.put(permissions.key(position), containing[position]);
    }
    return byKey;
  }

  private static CatalogPermission compile(
      PermissionFact fact, Application application, int[] containing, Symbols.Interner symbols) {
    String type = fact.resourceType();
    String relation = fact.relation();
    return new CatalogPermission(
        fact,
        application,
        type == null ? Symbols.NONE : symbols.number(type),
        relation == null ? Symbols.NONE : symbols.number(relation),
        containing);
  }

  /** Permissions come in the order of their keys, so that the first is well defined. */
  private static void bind(
      CatalogPermission permission,
      Map<Bound, List<CatalogPermission>> byRelation,
      Map<Bound, CatalogPermission> byAction) {
    PermissionFact fact = permission.fact();
    String type = fact.resourceType();
    if (type == null) {
      return;
    }
    String relation = fact.relation();
    if (relation != null) {
      byRelation
          .computeIfAbsent(new Bound(fact.application(), type, relation), _ -> new ArrayList<>())
          .add(permission);
    }
    String action = fact.action();
    if (action != null) {
      byAction.putIfAbsent(new Bound(fact.application(), type, action), permission);
    }
  }
}
