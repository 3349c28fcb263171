package io.iamplane.decision.wire;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a batch as the OpenAPI document shows it; what stands beside the checks is the
 * default of each of them.
 */
@RegisterForReflection
@Schema(
    description = "Each check has either permission or relation, its own or the default.",
    requiredProperties = "checks")
public record BatchBody(
    @Schema(minItems = 1, maxItems = DecisionResource.MAX_CHECKS) List<BatchCheckBody> checks,
    @Nullable
        @Schema(
            enumeration = {"execute_all", "deny_on_first_deny", "permit_on_first_permit"},
            defaultValue = "execute_all")
        String semantic,
    @Nullable
        @Schema(
            description = CheckBody.SUBJECT,
            examples = "user:ann",
            oneOf = {String.class, CheckBody.PartyBody.class})
        Object subject,
    @Nullable @Schema(examples = "warehouse:stock.adjust") String permission,
    @Nullable @Schema(description = CheckBody.RELATION) String relation,
    @Nullable
        @Schema(
            description = CheckBody.RESOURCE,
            examples = "item:42",
            oneOf = {String.class, CheckBody.PartyBody.class})
        Object resource,
    @Nullable @Schema(description = CheckBody.APPLICATION) String application,
    @Nullable @Schema(description = CheckBody.CONTEXT) Map<String, Object> context,
    @Nullable
        @Schema(
            enumeration = {"aal1", "aal2", "aal3"},
            defaultValue = "aal1")
        String currentAal,
    @Nullable @Schema(description = CheckBody.EXPLAIN) Boolean explain,
    @Nullable @Schema(description = CheckBody.ORGANIZATION) String organization,
    @Nullable @Schema(description = CheckBody.AT_LEAST, minimum = "0") Long atLeast) {

  /** A check; what it leaves out it takes from the defaults. */
  @RegisterForReflection
  public record BatchCheckBody(
      @Nullable
          @Schema(
              description = CheckBody.SUBJECT,
              examples = "user:ann",
              oneOf = {String.class, CheckBody.PartyBody.class})
          Object subject,
      @Nullable @Schema(examples = "warehouse:stock.adjust") String permission,
      @Nullable @Schema(description = CheckBody.RELATION) String relation,
      @Nullable
          @Schema(
              description = CheckBody.RESOURCE,
              examples = "item:42",
              oneOf = {String.class, CheckBody.PartyBody.class})
          Object resource,
      @Nullable @Schema(description = CheckBody.APPLICATION) String application,
      @Nullable @Schema(description = CheckBody.CONTEXT) Map<String, Object> context,
      @Nullable
          @Schema(
              enumeration = {"aal1", "aal2", "aal3"},
              defaultValue = "aal1")
          String currentAal,
      @Nullable @Schema(description = CheckBody.EXPLAIN) Boolean explain) {}
}
