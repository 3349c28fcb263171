package io.iamplane.governance.simulation;

import io.iamplane.governance.simulation.draft.DraftBody;
import io.iamplane.governance.simulation.probe.ProbeBody;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a regression test of the policy.
 *
 * @param draft a change that is tested; the present policy without it
 * @param probes that are asked; the saved ones without them
 */
@RegisterForReflection
public record RegressionRequest(
    @Nullable @Valid DraftBody draft,
    @Nullable
        @Size(max = MAX_PROBES)
        @Schema(
            examples =
                "[{\"name\": \"clerks do not adjust\", \"question\": "
                    + ProbeBody.EXAMPLE
                    + ", \"expect\": \"deny\"}]")
        List<@NotNull @Valid ProbeBody> probes) {

  static final int MAX_PROBES = 1_000;
}
