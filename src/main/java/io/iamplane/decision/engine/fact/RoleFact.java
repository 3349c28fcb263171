package io.iamplane.decision.engine.fact;

import java.util.Set;

/**
 * A named set of permissions and of other roles.
 *
 * @param permissions full keys; one that is missing in the catalogue is ignored
 * @param patterns stand for all matching permissions of the catalogue, present and future
 * @param includes keys of roles with permissions that this one has too, to a depth of 16
 */
public record RoleFact(
    String key,
    Set<String> permissions,
    Set<Pattern> patterns,
    Set<String> includes,
    boolean privileged)
    implements Fact {

  /** All permissions with full keys below a prefix: {@code warehouse:stock.}. */
  public record Pattern(String prefix) {

    public boolean matches(String permission) {
      return permission.length() > prefix.length() && permission.startsWith(prefix);
    }
  }

  public RoleFact {
    permissions = Set.copyOf(permissions);
    patterns = Set.copyOf(patterns);
    includes = Set.copyOf(includes);
  }
}
