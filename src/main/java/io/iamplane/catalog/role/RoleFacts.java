package io.iamplane.catalog.role;

import java.util.List;

/** The roles and permissions beside a role under check. */
interface RoleFacts {

  /** Returns true if a permission can be granted. */
  boolean hasPermission(String key);

  /** Returns true if a role can be granted. */
  boolean hasRole(String key);

  /** The roles that a role includes; empty if there is no such role. */
  List<String> includes(String key);

  /** The active roles that include one. */
  List<String> including(String key);

  /** Counts the levels of active roles that include a role; looks no further than {@code most}. */
  int levelsAbove(String key, int most);
}
