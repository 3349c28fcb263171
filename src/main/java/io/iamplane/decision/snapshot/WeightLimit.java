package io.iamplane.decision.snapshot;

import io.iamplane.shared.IamException;
import java.util.Locale;

/**
 * The limit on the weight of a policy after a change. A tenth below the ceiling, in bytes, is
 * reserved for differences of the estimate after a load, and for replicas with a smaller heap; a
 * policy above the ceiling is not loaded, and its tenant denied.
 */
public record WeightLimit(long ceiling) {

  private static final int PERCENT = 90;
  private static final double MEGABYTE = 1 << 20;

  public boolean holds(long weight) {
    return weight <= ceiling / 100 * PERCENT;
  }

  /**
   * Rejects a change that makes a policy heavier and exceeds the limit.
   *
   * @throws IamException CONFLICT with the weight in use and possible remedies
   */
  public void require(long before, long after) {
    if (after > before && !holds(after)) {
      throw IamException.conflict(
          String.format(
              Locale.ROOT,
              "This change would increase the organization's policy from %.2f MB to %.2f MB of"
                  + " memory; above %d%% of the limit of %.2f MB, the policy may only shrink."
                  + " Revoke grants, delete relations, remove members or shorten attributes, or ask"
                  + " the operator to raise iam.decision.tenant-memory-percent.",
              before / MEGABYTE,
              after / MEGABYTE,
              PERCENT,
              ceiling / MEGABYTE));
    }
  }
}
