package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.language.relation.TypeDefinition;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A tenant's applications, permissions, roles and relation models. Immutable. */
final class Catalog {

  private static final List<CatalogPermission> NONE = List.of();

  /** The facts that a catalogue is compiled from, by key. */
  record Source(
      Map<String, ApplicationFact> applications,
      Map<String, PermissionFact> permissions,
      Map<String, RoleFact> roles,
      Map<String, ModelFact> models) {

    static final Source EMPTY = new Source(Map.of(), Map.of(), Map.of(), Map.of());
  }

  /**
   * A name of a model, on a type, in an application.
   *
   * @param name a relation or permission of the model, or an AuthZEN action
   */
  record Bound(String application, String type, String name) {}

  static final Catalog EMPTY = new Catalog(Source.EMPTY, Map.of(), Map.of(), Map.of(), Map.of());

  private final Source source;
  private final Map<String, CatalogPermission> permissions;
  private final Map<String, CompiledModel> models;
  private final Map<Bound, List<CatalogPermission>> byRelation;
  private final Map<Bound, CatalogPermission> byAction;

  Catalog(
      Source source,
      Map<String, CatalogPermission> permissions,
      Map<String, CompiledModel> models,
      Map<Bound, List<CatalogPermission>> byRelation,
      Map<Bound, CatalogPermission> byAction) {
    this.source = source;
    this.permissions = permissions;
    this.models = models;
    this.byRelation = byRelation;
    this.byAction = byAction;
  }

  Source source() {
    return source;
  }

  /** Returns true if the application exists and is active. */
  public boolean hasApplication(String key) {
    ApplicationFact application = source.applications().get(key);
    return application != null && application.active();
  }

  /** The permission of that full key; null when the catalogue has none. */
  public @Nullable CatalogPermission permission(String key) {
    return permissions.get(key);
  }

  /** The full keys of all permissions, in no order. */
  public Set<String> permissionKeys() {
    return Collections.unmodifiableSet(permissions.keySet());
  }

  public @Nullable RoleFact role(String key) {
    return source.roles().get(key);
  }

  public Collection<RoleFact> roles() {
    return Collections.unmodifiableCollection(source.roles().values());
  }

  /** The application's model; null when it has none. */
  public @Nullable CompiledModel model(String application) {
    return models.get(application);
  }

  /** Returns true if the application's model declares the relation or permission on the type. */
  public boolean modelDeclares(String application, String type, String name) {
    ModelFact fact = source.models().get(application);
    if (fact == null) {
      return false;
    }
    var definition = fact.model().type(type);
    return definition != null && definition.declares(name);
  }

  /** Finds the only active application with the name in its model; null for none or several. */
  public @Nullable String applicationDeclaring(String type, String name) {
    String found = null;
    for (String application : source.models().keySet()) {
      if (hasApplication(application) && modelDeclares(application, type, name)) {
        if (found != null) {
          return null;
        }
        found = application;
      }
    }
    return found;
  }

  /** The permissions that a name of the model allows. */
  public List<CatalogPermission> boundTo(String application, String type, String name) {
    return byRelation.getOrDefault(new Bound(application, type, name), NONE);
  }

  /** Finds the permission with the action and resource type; of several, the first by key. */
  public @Nullable CatalogPermission byAction(String application, String action, String type) {
    return byAction.get(new Bound(application, type, action));
  }

  /**
   * Finds the types with a relation or permission of that name.
   *
   * @param application the application of the model; null: all
   */
  SortedSet<String> typesWith(@Nullable String application, String name) {
    SortedSet<String> types = new TreeSet<>();
    for (ModelFact fact : source.models().values()) {
      if (application == null || application.equals(fact.application())) {
        for (TypeDefinition type : fact.model().types().values()) {
          if (type.declares(name)) {
            types.add(type.name());
          }
        }
      }
    }
    return types;
  }

  /**
   * Finds the only active application of which an action can be asked on a type; null for none or
   * several.
   *
   * @param action empty: any
   */
  @Nullable String applicationActing(String type, String action) {
    String found = null;
    for (ApplicationFact application : source.applications().values()) {
      if (application.active() && acts(application.key(), type, action)) {
        if (found != null) {
          return null;
        }
        found = application.key();
      }
    }
    return found;
  }

  private boolean acts(String application, String type, String action) {
    return action.isEmpty()
        ? !actions(application, type).isEmpty()
        : byAction(application, action, type) != null || modelDeclares(application, type, action);
  }

  /** The actions and names of the model that can be asked of resources of a type, in order. */
  SortedSet<String> actions(String application, String type) {
    SortedSet<String> names = new TreeSet<>();
    for (Bound bound : byAction.keySet()) {
      if (bound.application().equals(application) && bound.type().equals(type)) {
        names.add(bound.name());
      }
    }
    ModelFact fact = source.models().get(application);
    TypeDefinition definition = fact == null ? null : fact.model().type(type);
    if (definition != null) {
      names.addAll(definition.relations().keySet());
      names.addAll(definition.permissions().keySet());
    }
    return names;
  }

  /**
   * The number of the role that has the permission and the fewest others, of several the one
   * granted or declared first; the permission's own number when no role has it.
   */
  public int smallestWith(CatalogPermission permission) {
    int smallest = permission.own();
    int fewest = Integer.MAX_VALUE;
    for (int i = 0; i < permission.privilegeCount(); i++) {
      int privilege = permission.privilege(i);
      if (privilege != permission.own()) {
        int size = 0;
        for (CatalogPermission each : permissions.values()) {
          size += each.isIn(privilege) ? 1 : 0;
        }
        if (size < fewest) {
          fewest = size;
          smallest = privilege;
        }
      }
    }
    return smallest;
  }
}
