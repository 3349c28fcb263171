package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.grant.Grant;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

final class GrantCover {

  private static final String EVERY = "*";

  private GrantCover() {}

  /** Returns true if a grant counts now and whenever a narrower one does from now on. */
  static boolean covers(Grant wide, Grant narrow, Instant now) {
    return wide.status() == Grant.Status.ACTIVE
        && !wide.activationRequired()
        && (wide.condition() == null || wide.condition().equals(narrow.condition()))
        && (wide.application() == null || wide.application().equals(narrow.application()))
        && coversResource(wide.resource(), narrow.resource())
        && wide.isWithinItsTimes(now)
        && lastsAsLong(wide, narrow);
  }

  /** Returns true if two grants differ at most in the privilege. */
  static boolean areAlike(Grant one, Grant other) {
    return one.subject().equals(other.subject())
        && Objects.equals(one.condition(), other.condition())
        && Objects.equals(one.application(), other.application())
        && Objects.equals(one.resource(), other.resource())
        && Objects.equals(one.validUntil(), other.validUntil());
  }

  private static boolean coversResource(@Nullable SubjectRef wide, @Nullable SubjectRef narrow) {
    return wide == null
        || (narrow != null
            && wide.type().equals(narrow.type())
            && (wide.id().equals(EVERY) || wide.id().equals(narrow.id())));
  }

  private static boolean lastsAsLong(Grant wide, Grant narrow) {
    Instant end = wide.validUntil();
    Instant needed = narrow.validUntil();
    return end == null || (needed != null && !end.isBefore(needed));
  }
}
