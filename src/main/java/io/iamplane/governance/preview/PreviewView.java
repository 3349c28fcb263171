package io.iamplane.governance.preview;

import io.iamplane.decision.engine.question.Decision;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The effects of a grant.
 *
 * @param currentDecision about the permission to grant; null for a role
 * @param changes the permissions with a different decision, in the order of keys
 * @param conflicts grants with the same or the opposite effect
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

  @RegisterForReflection
  public record ChangedPermission(String permission, Outcome current, Outcome after) {}

  /** The first holders of the privilege; {@code more} if there are others. */
  @RegisterForReflection
  public record Holders(List<String> subjects, boolean more) {}

  /** A grant to the same subject that this one meets. */
  @RegisterForReflection
  public record Conflict(String kind, UUID grantId) {}
}
