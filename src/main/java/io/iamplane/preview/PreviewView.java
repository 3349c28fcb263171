package io.iamplane.preview;

import io.iamplane.decision.engine.question.Decision;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a grant would change.
 *
 * @param policyVersion by which it was found out
 * @param currentDecision about the permission that would be granted; null for a role
 * @param changes the permissions that come out differently, in the order of keys
 * @param holders those who have the privilege granted now
 * @param conflicts grants that say the same, or the opposite
 * @param dutyViolations the duty rules that it would break
 */
@RegisterForReflection
public record PreviewView(
    long policyVersion,
    @Nullable Outcome currentDecision,
    List<ChangedPermission> changes,
    Holders holders,
    List<Conflict> conflicts,
    List<String> dutyViolations) {

  /** A decision without its details. */
  @RegisterForReflection
  public record Outcome(boolean allowed, String reasonCode) {

    static Outcome of(Decision decision) {
      return new Outcome(decision.allowed(), decision.reason().wire());
    }
  }

  /** A permission that comes out differently. */
  @RegisterForReflection
  public record ChangedPermission(String permission, Outcome current, Outcome after) {}

  /**
   * A holder.
   *
   * @param subjects the first of them
   * @param more whether there are others
   */
  @RegisterForReflection
  public record Holders(List<String> subjects, boolean more) {}

  /** A grant to the same subject that this one meets. */
  @RegisterForReflection
  public record Conflict(String kind, UUID grantId) {}
}
