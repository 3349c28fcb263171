package io.iamplane.catalog.role;

import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionPattern;
import io.iamplane.shared.IamException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules for a role of the tenant before it is written, checked under the tenant's lock. */
final class RoleRules {

  private static final int MAX_MEMBERS = 500;
  private static final int MAX_LABEL = 200;
  private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_.-]{0,99}");

  private final RoleFacts known;
  private final Map<String, List<String>> faults = new LinkedHashMap<>();
  private final Map<String, Integer> depths = new HashMap<>();
  private final Deque<String> path = new ArrayDeque<>();
  private @Nullable Integer above;

  RoleRules(RoleFacts known) {
    this.known = known;
  }

  /**
   * Checks a role.
   *
   * @throws IamException VALIDATION naming every member at fault
   */
  void require(Role role) {
    if (!KEY.matcher(role.key()).matches()) {
      fault(
          "key",
          "must be 1 to 100 characters long, start with a lower-case letter and contain only"
              + " lower-case letters, digits, '_', '.' and '-'");
    }
    if (role.label().isBlank()
        || role.label().length() > MAX_LABEL
        || role.label().chars().anyMatch(Character::isISOControl)) {
      fault("label", "must be 1 to 200 characters long, not blank, without control characters");
    }
    named(role.permissions());
    includes(role);
    if (!faults.isEmpty()) {
      throw IamException.validation(faults);
    }
  }

  private void named(List<String> keys) {
    if (keys.size() > MAX_MEMBERS) {
      fault("permissions", "must have at most " + MAX_MEMBERS + " entries");
      return;
    }
    for (int i = 0; i < keys.size(); i++) {
      String place = "permissions[" + i + "]";
      try {
        PermissionPattern pattern = PermissionPattern.parse(keys.get(i));
        if (!pattern.isWildcard() && !known.hasPermission(keys.get(i))) {
          fault(place, "there is no such permission");
        }
      } catch (InvalidPermissionException e) {
        fault(place, String.valueOf(e.getMessage()));
      }
    }
  }

  private void includes(Role role) {
    List<String> includes = role.includes();
    if (includes.size() > MAX_MEMBERS) {
      fault("includes", "must have at most " + MAX_MEMBERS + " entries");
      return;
    }
    path.add(role.key());
    for (int i = 0; i < includes.size(); i++) {
      String place = "includes[" + i + "]";
      String included = includes.get(i);
      if (included.equals(role.key())) {
        fault(place, "a role must not include itself");
      } else if (!known.hasRole(included)) {
        fault(place, "there is no such role");
      } else {
        int before = faults.size();
        int depth = depth(place, included);
        if (faults.size() == before && depth + levelsAbove(role.key()) > Role.MAX_DEPTH) {
          fault(
              place,
              "roles must not include one another more than " + Role.MAX_DEPTH + " levels deep");
        }
      }
    }
  }

  /** Counts the levels from an included role down, 1 for one without inclusions. */
  private int depth(String place, String key) {
    Integer counted = depths.get(key);
    if (counted != null) {
      return counted;
    }
    if (path.contains(key)) {
      List<String> circle = new ArrayList<>(path);
      circle.add(key);
      fault(place, "must not form a cycle: " + String.join(" includes ", circle));
      return 0;
    }
    path.add(key);
    int below = 0;
    for (String included : known.includes(key)) {
      below = Math.max(below, depth(place, included));
    }
    path.removeLast();
    depths.put(key, 1 + below);
    return 1 + below;
  }

  /** Counts the levels of roles above the role under check; the same for all its inclusions. */
  private int levelsAbove(String key) {
    Integer counted = above;
    if (counted == null) {
      counted = known.levelsAbove(key, Role.MAX_DEPTH + 1);
      above = counted;
    }
    return counted;
  }

  private void fault(String place, String message) {
    faults.putIfAbsent(place, List.of(message));
  }
}
