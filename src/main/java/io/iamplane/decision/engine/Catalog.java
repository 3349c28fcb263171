package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.language.relation.TypeDefinition;
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

  record Source(
      Map<String, ApplicationFact> applications,
      Map<String, PermissionFact> permissions,
      Map<String, RoleFact> roles,
      Map<String, ModelFact> models) {

    static final Source EMPTY = new Source(Map.of(), Map.of(), Map.of(), Map.of());
  }

  /** A relation or permission of a model, or an AuthZEN action, on a type, in an application. */
  record Bound(String application, String type, String name) {}

  static final Catalog EMPTY = new Catalog(Source.EMPTY, Map.of(), Map.of(), Map.of(), Map.of(), 0);

  private final Source source;
  private final Map<String, CatalogPermission> permissions;
  private final Map<String, CompiledModel> models;
  private final Map<Bound, List<CatalogPermission>> byRelation;
  private final Map<Bound, CatalogPermission> byAction;
  private final long contained;

  Catalog(
      Source source,
      Map<String, CatalogPermission> permissions,
      Map<String, CompiledModel> models,
      Map<Bound, List<CatalogPermission>> byRelation,
      Map<Bound, CatalogPermission> byAction,
      long contained) {
    this.source = source;
    this.permissions = permissions;
    this.models = models;
    this.byRelation = byRelation;
    this.byAction = byAction;
    this.contained = contained;
  }

  /** The permissions of all roles, counted as {@link RoleExpansion#size} does. */
  long contained() {
    return contained;
  }

  Source source() {
    return source;
  }

  public boolean hasApplication(String key) {
    ApplicationFact application = source.applications().get(key);
    return application != null && application.active();
  }

  public @Nullable CatalogPermission permission(String key) {
    return permissions.get(key);
  }

  public Set<String> permissionKeys() {
    return Collections.unmodifiableSet(permissions.keySet());
  }

  public @Nullable RoleFact role(String key) {
    return source.roles().get(key);
  }

  public @Nullable CompiledModel model(String application) {
    return models.get(application);
  }

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

  public List<CatalogPermission> boundTo(String application, String type, String name) {
    return byRelation.getOrDefault(new Bound(application, type, name), NONE);
  }

  /** Finds the permission with the action and resource type; of several, the first by key. */
  public @Nullable CatalogPermission byAction(String application, String action, String type) {
    return byAction.get(new Bound(application, type, action));
  }

  /** Finds the types with a relation or permission of that name; null: in all applications. */
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
   * several. An empty action stands for any.
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

  AskedName nameOf(Asked asked, @Nullable Party about) {
    return switch (asked) {
      case Asked.Permission permission -> {
        CatalogPermission found = permission(permission.fullKey());
        yield found == null ? bare(prefix(permission)) : found.name();
      }
      case Asked.Relation relation -> ofModel(relation.name(), relation.application(), about);
      case Asked.Action action -> {
        String application = action.application();
        CatalogPermission found =
            application == null || about == null
                ? null
                : byAction(application, action.name(), about.type());
        yield found == null ? ofModel(action.name(), application, about) : found.name();
      }
    };
  }

  private AskedName ofModel(String name, @Nullable String named, @Nullable Party about) {
    String application =
        named == null && about != null ? applicationDeclaring(about.type(), name) : named;
    return application != null
            && about != null
            && hasApplication(application)
            && modelDeclares(application, about.type(), name)
        ? new AskedName(application, about.type() + "#" + name)
        : bare(application);
  }

  private AskedName bare(@Nullable String application) {
    return application != null && hasApplication(application)
        ? new AskedName(application, "")
        : AskedName.UNKNOWN;
  }

  private static @Nullable String prefix(Asked.Permission asked) {
    int colon = asked.key().indexOf(':');
    return colon < 0 ? asked.application() : asked.key().substring(0, colon);
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
