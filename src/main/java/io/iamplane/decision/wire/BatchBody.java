package io.iamplane.decision.wire;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.iamplane.decision.wire.CheckBody.PartyBody;
import io.iamplane.decision.wire.CheckBody.QuestionBody;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a batch as the OpenAPI document shows it; the members beside the checks are the
 * defaults of each check.
 */
@RegisterForReflection
@Schema(
    description =
        "The top-level members other than `checks`, `semantic`, `organization` and `at_least` are"
            + " defaults for every check. With the defaults, each check must have exactly one of"
            + " `permission` and `relation`.",
    requiredProperties = "checks")
public record BatchBody(
    @Schema(minItems = 1, maxItems = DecisionResource.MAX_CHECKS) List<BatchCheckBody> checks,
    @Nullable
        @Schema(
            enumeration = {"execute_all", "deny_on_first_deny", "permit_on_first_permit"},
            defaultValue = "execute_all")
        String semantic,
    @JsonUnwrapped BatchCheckBody defaults,
    @Nullable @Schema(description = CheckBody.ORGANIZATION) String organization,
    @Nullable @Schema(description = CheckBody.AT_LEAST, minimum = "0") Long atLeast) {

  /** A check; the defaults apply to absent members. */
  @RegisterForReflection
  public record BatchCheckBody(
      @Nullable
          @Schema(
              description = CheckBody.SUBJECT,
              examples = "user:ann",
              oneOf = {String.class, PartyBody.class})
          Object subject,
      @JsonUnwrapped QuestionBody question) {}
}
