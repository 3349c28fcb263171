package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.catalog.manifest.Manifest.DeclaredPermission;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.Aal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The member {@code permissions}. */
final class PermissionSection {

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
  private static final int MAX_PERMISSIONS = 2_000;

  private final OwnKeys keys;
  private final @Nullable RelationModel model;
  private final List<ManifestFault> faults;
  private final Set<String> seen = new HashSet<>();
  private final Set<List<String>> actions = new HashSet<>();

  PermissionSection(String application, @Nullable RelationModel model, List<ManifestFault> faults) {
    this.keys = new OwnKeys(application);
    this.model = model;
    this.faults = faults;
  }

  List<DeclaredPermission> read(Members manifest) {
    List<DeclaredPermission> permissions = new ArrayList<>();
    List<JsonNode> elements = manifest.elements("permissions", MAX_PERMISSIONS);
    for (int i = 0; i < elements.size(); i++) {
      permissions.add(
          permission(Members.of("permissions[" + i + "]", elements.get(i), MEMBERS, faults)));
    }
    return permissions;
  }

  private DeclaredPermission permission(Members member) {
    String key = keys.full(member, "key", member.text("key"));
    if (!key.isEmpty() && !seen.add(key)) {
      member.fault("key", "is declared twice");
    }
    String resource = member.optionalText("resource");
    String action = member.optionalText("action");
    String relation = member.optionalText("relation");
    action(member, resource, action);
    relation(member, resource, relation);
    return new DeclaredPermission(
        key,
        member.optionalText("label"),
        member.optionalText("description"),
        resource,
        action,
        relation,
        member.choice("risk", Risk.LOW, Risk.values(), Risk::wire),
        aal(member));
  }

  private void action(Members member, @Nullable String resource, @Nullable String action) {
    if (action != null && resource != null && !actions.add(List.of(resource, action))) {
      member.fault("action", "another permission on this resource has it");
    }
  }

  private void relation(Members member, @Nullable String resource, @Nullable String relation) {
    if (relation == null) {
      return;
    }
    if (resource == null) {
      member.fault("relation", "needs a resource, whose type declares it");
      return;
    }
    TypeDefinition type = model == null ? null : model.type(resource);
    if (type == null || !type.declares(relation)) {
      member.fault("relation", "types declare no " + relation + " on " + resource);
    }
  }

  private static Aal aal(Members member) {
    boolean stepUp = member.flag("requires_step_up");
    Aal required =
        member.choice("required_aal", stepUp ? Aal.AAL2 : Aal.AAL1, Aal.values(), Aal::wire);
    if (member.has("requires_step_up")
        && member.has("required_aal")
        && stepUp != (required != Aal.AAL1)) {
      member.fault("requires_step_up", "contradicts required_aal");
    }
    return required;
  }
}
