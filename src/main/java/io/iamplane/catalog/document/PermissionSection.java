package io.iamplane.catalog.document;

import io.iamplane.catalog.document.Manifest.DeclaredPermission;
import io.iamplane.language.pattern.PermissionKey;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.Aal;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.TextRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The member {@code permissions}. */
final class PermissionSection {

  static final int MAX_PERMISSIONS = 2_000;

  private static final Set<String> MEMBERS =
      Set.of(
          "key",
          "label",
          "description",
          "resource",
          "action",
          "relation",
          "risk",
          "required_aal",
          "requires_step_up");
  private static final TextRule LABEL = TextRule.line(200);
  private static final TextRule DESCRIPTION = TextRule.lines(1_000);
  private static final int MAX_ACTION = 64;

  private final OwnKeys keys;
  private final @Nullable RelationModel model;
  private final Map<String, String> placesByKey = new HashMap<>();
  private final Map<List<String>, String> placesByAction = new HashMap<>();

  /** The model is null when it has errors of its own; then nothing is looked up in it. */
  PermissionSection(OwnKeys keys, @Nullable RelationModel model) {
    this.keys = keys;
    this.model = model;
  }

  /**
   * The permissions, and the keys that roles may name; null if the list could not be read at all.
   */
  record Read(List<DeclaredPermission> permissions, @Nullable Set<String> keys) {}

  Read read(JsonMembers manifest) {
    List<JsonMembers> elements = manifest.objects("permissions", MAX_PERMISSIONS);
    if (elements == null) {
      return new Read(List.of(), null);
    }
    List<DeclaredPermission> permissions =
        elements.stream()
            .map(element -> permission(element.only(MEMBERS)))
            .filter(Objects::nonNull)
            .toList();
    return new Read(
        permissions, permissions.stream().map(DeclaredPermission::key).collect(Collectors.toSet()));
  }

  private @Nullable DeclaredPermission permission(JsonMembers at) {
    String key = keys.declared(at, placesByKey);
    String resource = resource(at);
    String action = action(at, resource);
    String relation = relation(at, resource);
    String label = at.text("label", LABEL);
    String description = at.text("description", DESCRIPTION);
    Risk risk = Objects.requireNonNullElse(at.choice("risk", Risk.class), Risk.LOW);
    Aal aal = aal(at);
    return key == null
        ? null
        : new DeclaredPermission(key, label, description, resource, action, relation, risk, aal);
  }

  private static @Nullable String resource(JsonMembers at) {
    String resource = at.text("resource");
    if (resource != null && !RelationModel.isName(resource)) {
      at.fault("resource", "must be the name of a type: " + RelationModel.NAME_RULE);
      return null;
    }
    return resource;
  }

  /** AuthZEN asks by action and type of resource, and must find one permission at most. */
  private @Nullable String action(JsonMembers at, @Nullable String resource) {
    String action = at.text("action");
    if (action == null) {
      return null;
    }
    if (action.length() > MAX_ACTION || !PermissionKey.isName(action)) {
      at.fault(
          "action",
          "must be 1 to 64 characters long and consist of segments of letters, digits, '_' and"
              + " '-', separated by dots");
      return null;
    }
    if (resource != null) {
      String first = placesByAction.putIfAbsent(List.of(resource, action), at.place());
      if (first != null) {
        at.fault(
            "action", "'%s' on '%s' is already declared in %s".formatted(action, resource, first));
      }
    }
    return action;
  }

  private @Nullable String relation(JsonMembers at, @Nullable String resource) {
    String relation = at.text("relation");
    if (relation == null) {
      return null;
    }
    if (!RelationModel.isName(relation)) {
      at.fault(
          "relation", "must be the name of a relation or permission: " + RelationModel.NAME_RULE);
      return null;
    }
    if (!at.has("resource")) {
      at.fault(
          "relation", "must be used together with 'resource', the type that declares the relation");
    } else if (resource != null && model != null) {
      TypeDefinition type = model.types().get(resource);
      if (type == null) {
        at.fault("relation", "type '%s' is not declared in 'types'".formatted(resource));
      } else if (!type.declares(relation)) {
        at.fault(
            "relation",
            "type '%s' has no relation or permission '%s'".formatted(resource, relation));
      }
    }
    return relation;
  }

  private static Aal aal(JsonMembers at) {
    Aal required = at.choice("required_aal", Aal.class);
    Boolean stepUp = at.flag("requires_step_up");
    if (stepUp == null) {
      return required == null ? Aal.AAL1 : required;
    }
    if (required == null) {
      return stepUp ? Aal.AAL2 : Aal.AAL1;
    }
    if (stepUp != (required != Aal.AAL1)) {
      at.fault(
          "requires_step_up",
          "must agree with 'required_aal': true for 'aal2' and 'aal3', false for 'aal1'");
    }
    return required;
  }
}
