package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.catalog.manifest.Manifest.DeclaredPermission;
import io.iamplane.catalog.manifest.Manifest.DeclaredRole;
import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The member {@code roles}. */
final class RoleSection {

  private static final Set<String> MEMBERS =
      Set.of(
          "key",
          "label",
          "permissions",
          "includes",
          "is_privileged",
          "self_requestable",
          "request");
  private static final int MAX_ROLES = 1_000;
  private static final int MAX_LIST = 500;

  /** Levels of inclusion: a chain of one role more. */
  private static final int MAX_DEPTH = 16;

  private final OwnKeys keys;
  private final Set<String> declared;
  private final List<ManifestFault> faults;
  private final Map<String, Integer> depths = new HashMap<>();

  RoleSection(
      String application, List<DeclaredPermission> permissions, List<ManifestFault> faults) {
    this.keys = new OwnKeys(application);
    this.declared = permissions.stream().map(DeclaredPermission::key).collect(Collectors.toSet());
    this.faults = faults;
  }

  List<DeclaredRole> read(Members manifest) {
    List<JsonNode> elements = manifest.elements("roles", MAX_ROLES);
    List<DeclaredRole> roles = new ArrayList<>();
    List<Members> places = new ArrayList<>();
    Map<String, DeclaredRole> byKey = new HashMap<>();
    for (int i = 0; i < elements.size(); i++) {
      Members member = Members.of("roles[" + i + "]", elements.get(i), MEMBERS, faults);
      DeclaredRole role = role(member);
      if (!role.key().isEmpty() && byKey.put(role.key(), role) != null) {
        member.fault("key", "is declared twice");
      }
      roles.add(role);
      places.add(member);
    }
    for (int i = 0; i < roles.size(); i++) {
      includes(places.get(i), roles.get(i), byKey);
    }
    return roles;
  }

  private DeclaredRole role(Members member) {
    String key = keys.full(member, "key", member.text("key"));
    String label = member.optionalText("label");
    return new DeclaredRole(
        key,
        label == null ? keys.name(key) : label,
        permissions(member),
        includes(member),
        member.flag("is_privileged"),
        member.flag("self_requestable"),
        member.free("request"));
  }

  private List<String> permissions(Members member) {
    List<String> texts = member.texts("permissions", MAX_LIST);
    List<String> permissions = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      String name = keys.name(texts.get(i));
      String place = "permissions[" + i + "]";
      if (name.isEmpty()) {
        member.fault(place, "a role holds permissions of its own application only");
        continue;
      }
      String full = keys.prefixed(name);
      try {
        if (!PermissionPattern.parse(full).isWildcard() && !declared.contains(full)) {
          member.fault(place, "permissions declare no " + texts.get(i));
        }
        permissions.add(full);
      } catch (InvalidPermissionException e) {
        member.fault(place, String.valueOf(e.getMessage()));
      }
    }
    return permissions;
  }

  private List<String> includes(Members member) {
    List<String> texts = member.texts("includes", MAX_LIST);
    List<String> includes = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      String full = keys.full(member, "includes[" + i + "]", texts.get(i));
      if (!full.isEmpty()) {
        includes.add(full);
      }
    }
    return includes;
  }

  private void includes(Members member, DeclaredRole role, Map<String, DeclaredRole> byKey) {
    for (int i = 0; i < role.includes().size(); i++) {
      if (!byKey.containsKey(role.includes().get(i))) {
        member.fault("includes[" + i + "]", "roles declare no " + role.includes().get(i));
      }
    }
    nesting(member, role, byKey);
  }

  private void nesting(Members member, DeclaredRole role, Map<String, DeclaredRole> byKey) {
    LinkedHashSet<String> path = new LinkedHashSet<>();
    try {
      depth(role, byKey, path);
    } catch (Nesting fault) {
      member.fault("includes", String.valueOf(fault.getMessage()));
    }
  }

  /** How many roles it reaches one below the other, itself included; each is looked at once. */
  private int depth(
      DeclaredRole role, Map<String, DeclaredRole> byKey, LinkedHashSet<String> path) {
    Integer known = depths.get(role.key());
    if (known != null) {
      return known;
    }
    if (!path.add(role.key())) {
      throw new Nesting(String.join(" includes ", path) + " includes " + role.key());
    }
    if (path.size() > MAX_DEPTH + 1) {
      throw new Nesting("roles include roles to at most " + MAX_DEPTH + " levels");
    }
    int below = 0;
    for (String included : role.includes()) {
      DeclaredRole next = byKey.get(included);
      below = Math.max(below, next == null ? 0 : depth(next, byKey, path));
    }
    path.removeLast();
    if (path.size() + below > MAX_DEPTH) {
      throw new Nesting("roles include roles to at most " + MAX_DEPTH + " levels");
    }
    depths.put(role.key(), below + 1);
    return below + 1;
  }

  /** Roles that include each other, or too many of them; told at every role that reaches them. */
  private static final class Nesting extends RuntimeException {

    private static final long serialVersionUID = 1;

    Nesting(String message) {
      super(message, null, false, false);
    }
  }
}
