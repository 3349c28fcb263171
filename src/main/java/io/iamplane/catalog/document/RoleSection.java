package io.iamplane.catalog.document;

import io.iamplane.catalog.document.Manifest.DeclaredRole;
import io.iamplane.catalog.document.OwnKeys.Named;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.JsonMembers.Element;
import io.iamplane.shared.json.TextRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The member {@code roles}. */
final class RoleSection {

  static final int MAX_ROLES = 1_000;
  static final int MAX_LIST = 500;

  private static final Set<String> MEMBERS =
      Set.of(
          "key",
          "label",
          "permissions",
          "includes",
          "is_privileged",
          "self_requestable",
          "request");
  private static final TextRule LABEL = TextRule.line(200);

  /** An application's key, a colon, and a name or a pattern. */
  private static final TextRule KEY = TextRule.line(63 + 1 + 190 + 2);

  private final OwnKeys keys;
  private final @Nullable Set<String> declared;
  private final Map<String, String> placesByKey = new HashMap<>();
  private final RoleGraph graph = new RoleGraph();

  /** The declared permissions are null when they could not be read. */
  RoleSection(OwnKeys keys, @Nullable Set<String> declared) {
    this.keys = keys;
    this.declared = declared;
  }

  List<DeclaredRole> read(JsonMembers manifest) {
    List<JsonMembers> elements = manifest.objects("roles", MAX_ROLES);
    if (elements == null) {
      return List.of();
    }
    List<DeclaredRole> roles =
        elements.stream()
            .map(element -> role(element.only(MEMBERS)))
            .filter(Objects::nonNull)
            .toList();
    graph.check();
    return roles;
  }

  private @Nullable DeclaredRole role(JsonMembers at) {
    String key = keys.declared(at, placesByKey);
    String label = at.text("label", LABEL);
    List<String> permissions = permissions(at);
    List<String> includes = includes(at, key);
    Boolean privileged = at.flag("is_privileged");
    Boolean selfRequestable = at.flag("self_requestable");
    Map<String, Object> request = FreeJson.read(at, "request", false);
    if (request != null) {
      RequestPolicy.faults(request)
          .forEach((place, message) -> at.fault("request." + place, message));
    }
    return key == null
        ? null
        : new DeclaredRole(
            key,
            label == null ? key.substring(key.indexOf(':') + 1) : label,
            permissions,
            includes,
            Boolean.TRUE.equals(privileged),
            Boolean.TRUE.equals(selfRequestable),
            request == null ? Map.of() : request);
  }

  private List<String> permissions(JsonMembers at) {
    List<String> permissions = new ArrayList<>();
    for (Element element : at.texts("permissions", MAX_LIST, KEY)) {
      Named named = keys.pattern(at, element.member(), element.text());
      if (named == null) {
        continue;
      }
      if (!named.wildcard() && declared != null && !declared.contains(named.text())) {
        at.fault(element.member(), "'" + named.text() + "' is not declared in 'permissions'");
      }
      permissions.add(named.text());
    }
    return permissions;
  }

  private List<String> includes(JsonMembers at, @Nullable String key) {
    List<Element> includes = new ArrayList<>();
    for (Element element : at.texts("includes", MAX_LIST, KEY)) {
      String included = keys.key(at, element.member(), element.text());
      if (included != null) {
        includes.add(new Element(element.member(), included));
      }
    }
    graph.add(key, at, includes);
    return includes.stream().map(Element::text).toList();
  }
}
