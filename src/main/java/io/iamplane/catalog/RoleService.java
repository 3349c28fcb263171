package io.iamplane.catalog;

import io.iamplane.audit.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionPattern;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The tenant's own roles, inside the change that records them. */
@ApplicationScoped
public class RoleService {

  private static final String TARGET = "role";
  private static final int MAX_MEMBERS = 500;
  private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_.-]{0,99}");

  private final RoleStore roles;
  private final CatalogReader catalog;

  RoleService(RoleStore roles, CatalogReader catalog) {
    this.roles = roles;
    this.catalog = catalog;
  }

  /**
   * Creates a role of the tenant.
   *
   * @throws IamException CONFLICT when the key is taken; VALIDATION naming every member at fault
   */
  public Role create(
      Recording recording,
      String key,
      String label,
      List<String> permissions,
      List<String> includes,
      boolean privileged) {
    OrganizationId organization = recording.organization();
    Map<String, List<String>> faults = new LinkedHashMap<>();
    if (!KEY.matcher(key).matches()) {
      faults.put(
          "key",
          List.of("must have 1 to 100 lower-case letters, digits, _ . and -, a letter first"));
    }
    if (label.isBlank() || label.length() > 200) {
      faults.put("label", List.of("must have 1 to 200 characters"));
    }
    checkPermissions(organization, permissions, faults);
    checkIncludes(organization, includes, faults);
    if (!faults.isEmpty()) {
      throw IamException.validation(faults);
    }
    if (roles.byKey(organization, key).isPresent()) {
      throw IamException.conflict("A role of this key exists already.");
    }
    Role role =
        new Role(
            key,
            null,
            label,
            permissions,
            includes,
            privileged,
            false,
            false,
            Map.of(),
            CatalogStatus.ACTIVE);
    roles.put(recording, role);
    recording.add(Effect.created(EventType.ROLE_CREATED, TARGET, key, role));
    return role;
  }

  private void checkPermissions(
      OrganizationId organization, List<String> permissions, Map<String, List<String>> faults) {
    if (permissions.size() > MAX_MEMBERS) {
      faults.put("permissions", List.of("at most " + MAX_MEMBERS));
      return;
    }
    for (int i = 0; i < permissions.size(); i++) {
      String place = "permissions[" + i + "]";
      try {
        PermissionPattern pattern = PermissionPattern.parse(permissions.get(i));
        if (!pattern.isWildcard() && !catalog.hasPermission(organization, permissions.get(i))) {
          faults.put(place, List.of("there is no such permission"));
        }
      } catch (InvalidPermissionException e) {
        faults.put(place, List.of(e.getMessage()));
      }
    }
  }

  /** A role that is new can close no circle: nothing includes it yet. */
  private void checkIncludes(
      OrganizationId organization, List<String> includes, Map<String, List<String>> faults) {
    if (includes.size() > MAX_MEMBERS) {
      faults.put("includes", List.of("at most " + MAX_MEMBERS));
      return;
    }
    Map<String, Integer> depths = new HashMap<>();
    for (int i = 0; i < includes.size(); i++) {
      String place = "includes[" + i + "]";
      if (!catalog.hasRole(organization, includes.get(i))) {
        faults.put(place, List.of("there is no such role"));
      } else if (depth(organization, includes.get(i), depths) > Role.MAX_DEPTH) {
        faults.put(place, List.of("roles include roles to at most " + Role.MAX_DEPTH + " levels"));
      }
    }
  }

  private int depth(OrganizationId organization, String key, Map<String, Integer> known) {
    Integer present = known.get(key);
    if (present != null) {
      return present;
    }
    int depth =
        1
            + roles
                .byKey(organization, key)
                .map(role ->
                    role.includes().stream()
                        .mapToInt(each -> depth(organization, each, known))
                        .max()
                        .orElse(0))
                .orElse(0);
    known.put(key, depth);
    return depth;
  }
}
