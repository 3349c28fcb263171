package io.iamplane.governance.simulation.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.log.Outcome;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A question to the policy with the answer that it should get.
 *
 * @param name unique among an organization's
 * @param question in the form of a check's body
 * @param expect the outcome
 */
@RegisterForReflection
public record ProbeBody(
    @NotBlank
        @Size(max = 100)
        @Pattern(regexp = "\\P{Cntrl}*", message = "must not hold control characters")
        @Schema(examples = "clerks do not adjust")
        String name,
    @NotNull @Schema(implementation = ProbeQuestionBody.class, required = true, examples = EXAMPLE)
        JsonNode question,
    @NotNull @Schema(examples = "deny") Outcome expect) {

  public static final String EXAMPLE =
      "{\"subject\": \"user:ann\", \"permission\": \"warehouse:stock.adjust\"}";
}
