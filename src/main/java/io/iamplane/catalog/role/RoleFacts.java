package io.iamplane.catalog.role;

import java.util.List;

/** What roles and permissions there are beside one that is checked. */
interface RoleFacts {

  /** Whether a permission can be granted. */
  boolean hasPermission(String key);

  /** Whether a role can be granted. */
  boolean hasRole(String key);

  /** What a role includes; nothing when there is no such role. */
  List<String> includes(String key);

  /** The active roles that include one. */
  List<String> including(String key);

  /**
   * How many levels of active roles include a role.
   *
   * @param most looks no further than this
   */
  int levelsAbove(String key, int most);
}
