package io.iamplane.simulation;

import io.iamplane.simulation.draft.DraftBody;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;

/**
 * The body of a simulation.
 *
 * @param draft the change; without it nothing changes
 * @param decisions which recorded decisions it is tried on
 */
@RegisterForReflection
public record SimulateRequest(
    @Nullable @Valid DraftBody draft, @Nullable @Valid DecisionsBody decisions) {

  DraftBody draftOrNone() {
    return draft == null ? DraftBody.EMPTY : draft;
  }

  DecisionsBody decisionsOrAll() {
    return decisions == null ? DecisionsBody.ALL : decisions;
  }
}
