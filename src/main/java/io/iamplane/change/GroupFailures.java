package io.iamplane.change;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.WriteOutcome;
import org.jspecify.annotations.Nullable;

/** Distinguishes the failures of a group. */
final class GroupFailures {

  private GroupFailures() {}

  static boolean isUnavailable(Throwable why) {
    return isRefusal(why, ErrorCode.DEPENDENCY_UNAVAILABLE);
  }

  static boolean isConflict(Throwable why) {
    return isRefusal(why, ErrorCode.CONFLICT);
  }

  private static boolean isRefusal(Throwable why, ErrorCode code) {
    return why instanceof IamException refusal && refusal.code() == code;
  }

  /**
   * The failure of a member of a group that came to nothing. The member's own answer does not
   * count: its work may have read changes of the group.
   */
  static IamException notApplied(@Nullable Throwable why) {
    if (why instanceof IamException refusal
        && isUnavailable(refusal)
        && WriteOutcome.NOT_APPLIED.wire().equals(refusal.members().get("outcome"))) {
      return refusal;
    }
    return IamException.dependencyUnavailable(
        why instanceof Exception e ? e : new IllegalStateException("the group ended", why));
  }
}
