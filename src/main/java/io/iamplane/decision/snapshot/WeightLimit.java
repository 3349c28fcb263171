package io.iamplane.decision.snapshot;

import io.iamplane.shared.IamException;
import java.util.Locale;

/**
 * How heavy a change may make a policy: the tenth below the ceiling is for what is estimated
 * differently after a load, and for replicas with a smaller heap.
 *
 * @param ceiling in bytes; what is heavier is not loaded, and its tenant denied
 */
public record WeightLimit(long ceiling) {

  private static final int PERCENT = 90;
  private static final double MEGABYTE = 1 << 20;

  /** Whether a policy of this weight may be written. */
  public boolean holds(long weight) {
    return weight <= ceiling / 100 * PERCENT;
  }

  /**
   * Refuses to make a policy heavier that would be too heavy then.
   *
   * @throws IamException CONFLICT saying how much is used and what to do
   */
  public void require(long before, long after) {
    if (after > before && !holds(after)) {
      throw IamException.conflict(
          String.format(
              Locale.ROOT,
              "The organization's policy takes %.2f MB of memory and would take %.2f MB; beyond "
                  + "%d %% of %.2f MB it may only shrink. Revoke grants, delete relations, "
                  + "remove members or shorten attributes, or ask the operator to raise "
                  + "iam.decision.tenant-memory-percent.",
              before / MEGABYTE,
              after / MEGABYTE,
              PERCENT,
              ceiling / MEGABYTE));
    }
  }
}
