package io.iamplane.decision.engine.matrix;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.PermissionFact.Risk;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.matrix.MatrixManifest;
import io.iamplane.decision.matrix.MatrixRole;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionPattern;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.TypeDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The facts of manifests and of the tenant's own roles. */
final class CatalogFacts {

  private final Consumer<Fact> facts;
  private final Map<String, AttributeSchema> schemas = new HashMap<>();
  private final Map<String, RelationModel> models = new HashMap<>();

  CatalogFacts(Consumer<Fact> facts) {
    this.facts = facts;
  }

  void add(MatrixManifest manifest) {
    String app = manifest.app().key();
    facts.accept(new ApplicationFact(app, true));
    manifest.permissions().forEach(permission -> facts.accept(permission(app, permission)));
    manifest.roles().forEach(role -> facts.accept(role(app + ":", role)));
    if (!manifest.types().isEmpty()) {
      RelationModel.Parsed parsed = RelationModel.parse(manifest.types(), manifest.conditions());
      if (!parsed.faults().isEmpty()) {
        throw new IllegalArgumentException(app + ": " + parsed.faults());
      }
      RelationModel model = Objects.requireNonNull(parsed.model());
      facts.accept(new ModelFact(app, model));
      models.put(app, model);
    }
    schemas.put(app, schema(app, manifest.attributes()));
  }

  /** One of the tenant's own roles: every key in it is full. */
  void add(MatrixRole role) {
    facts.accept(role("", role));
  }

  /** Attributes that the application of a full key declares; none for the tenant's own roles. */
  AttributeSchema schemaOf(String privilegeKey) {
    int colon = privilegeKey.indexOf(':');
    return colon < 0
        ? AttributeSchema.EMPTY
        : schemas.getOrDefault(privilegeKey.substring(0, colon), AttributeSchema.EMPTY);
  }

  /**
   * Attributes declared by the applications with that relation in their models; none for
   * memberships.
   */
  AttributeSchema schemaOf(String type, String relation) {
    if (type.equals("group") && relation.equals("member")) {
      return AttributeSchema.EMPTY;
    }
    List<AttributeSchema> declaring = new ArrayList<>();
    models.forEach((app, model) -> {
      TypeDefinition definition = model.types().get(type);
      if (definition != null && definition.relations().containsKey(relation)) {
        declaring.add(Objects.requireNonNull(schemas.get(app)));
      }
    });
    return AttributeSchema.merged(declaring);
  }

  private static PermissionFact permission(String app, MatrixManifest.Permission permission) {
    return new PermissionFact(
        app + ":" + permission.key(),
        app,
        permission.resource(),
        permission.action(),
        permission.relation(),
        Risk.valueOf(permission.risk().toUpperCase(Locale.ROOT)),
        permission.aal());
  }

  private static RoleFact role(String prefix, MatrixRole role) {
    Set<String> exact = new HashSet<>();
    Set<RoleFact.Pattern> patterns = new HashSet<>();
    for (String text : full(prefix, role.permissions())) {
      PermissionPattern pattern = pattern(text);
      if (pattern instanceof PermissionPattern.Prefix below) {
        patterns.add(new RoleFact.Pattern(below.prefix()));
      } else {
        exact.add(text);
      }
    }
    return new RoleFact(
        prefix + role.key(), exact, patterns, full(prefix, role.includes()), role.isPrivileged());
  }

  private static Set<String> full(String prefix, List<String> keys) {
    return keys.stream().map(key -> prefix + key).collect(Collectors.toSet());
  }

  private static PermissionPattern pattern(String text) {
    try {
      return PermissionPattern.parse(text);
    } catch (InvalidPermissionException e) {
      throw new IllegalArgumentException(text + ": " + e.getMessage(), e);
    }
  }

  private static AttributeSchema schema(String app, Map<String, Object> attributes) {
    return AttributeSchema.parse(
        attributes,
        (place, message) -> {
          throw new IllegalArgumentException(app + ": " + place + ": " + message);
        });
  }
}
