package io.iamplane.catalog.manifest;

import io.iamplane.shared.OrganizationId;
import java.util.Collection;
import java.util.List;

/** Finds the holders of roles and permissions; implemented by the store of grants. */
public interface PrivilegeHolders {

  /**
   * The subjects of active permits; a group counts as one. Names no more than the limit.
   *
   * @param privileges keys of roles or permissions
   */
  Holders of(OrganizationId organization, Collection<String> privileges, int limit);

  /** The number of holders, at most {@link #MOST}, and the first of them. */
  record Holders(int count, List<String> subjects) {

    /** Counting ends here. */
    public static final int MOST = 10_000;
  }
}
