package io.iamplane.simulation.draft;

import io.iamplane.grant.CreateGrantRequest;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A change that is thought of. Every member may be left out.
 *
 * @param grants to be made
 * @param revokeGrants the ids of those to be revoked
 */
@RegisterForReflection
public record DraftBody(
    @Nullable @Size(max = MAX_GRANTS) List<@NotNull @Valid CreateGrantRequest> grants,
    @Nullable
        @Size(max = MAX_REVOKED)
        @Schema(examples = "[\"0192f3c4-0000-7000-8000-000000000001\"]")
        List<@NotNull String> revokeGrants) {

  static final int MAX_GRANTS = 100;
  static final int MAX_REVOKED = 1_000;

  /** One that changes nothing. */
  public static final DraftBody EMPTY = new DraftBody(null, null);
}
