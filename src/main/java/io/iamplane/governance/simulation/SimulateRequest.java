package io.iamplane.governance.simulation;

import io.iamplane.governance.simulation.draft.DraftBody;
import io.iamplane.shared.IamException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a simulation.
 *
 * @param draft the change; without it nothing changes
 * @param decisions the recorded decisions to try it on
 * @param replay true to replay each decision by its own version of the policy, without any draft
 */
@RegisterForReflection
public record SimulateRequest(
    @Nullable @Valid DraftBody draft,
    @Nullable @Valid @Schema(examples = DecisionsBody.EXAMPLE) DecisionsBody decisions,
    @Nullable Boolean replay) {

  DraftBody draftOrNone() {
    return draft == null ? DraftBody.EMPTY : draft;
  }

  /**
   * Returns true for a replay.
   *
   * @throws IamException VALIDATION if there is a draft, too
   */
  boolean isReplay() {
    boolean replays = Boolean.TRUE.equals(replay);
    if (replays && !draftOrNone().isEmpty()) {
      throw IamException.validation("draft", "must be left out of a replay");
    }
    return replays;
  }
}
