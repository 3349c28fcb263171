package io.iamplane.decision.wire;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The body of a check as the OpenAPI document shows it; {@link CheckReader} reads it. */
@RegisterForReflection
@Schema(
    description = "Either permission or relation. Every optional member may be null.",
    requiredProperties = "subject")
public record CheckBody(
    @Schema(
            description =
                "type:id, or {type, id, properties?}; the type of an object is user when"
                    + " left out",
            examples = "user:ann",
            oneOf = {String.class, PartyBody.class})
        Object subject,
    @Nullable @Schema(examples = "warehouse:stock.adjust") String permission,
    @Nullable @Schema(description = "A name of the relation model; needs a resource")
        String relation,
    @Nullable
        @Schema(
            description =
                "type:id, or {type, id, properties?}; an id alone is of the type that the"
                    + " permission is about",
            examples = "item:42",
            oneOf = {String.class, PartyBody.class})
        Object resource,
    @Nullable @Schema(description = "The application of a bare key; the client's own when left out")
        String application,
    @Nullable @Schema(description = "Id or key; another one than the token's is not found")
        String organization,
    @Nullable @Schema(description = "What conditions read as context") Map<String, Object> context,
    @Nullable
        @Schema(
            enumeration = {"aal1", "aal2", "aal3"},
            defaultValue = "aal1")
        String currentAal,
    @Nullable @Schema(description = "The policy version to decide by, at least", minimum = "0")
        Long atLeast,
    @Nullable @Schema(description = "Has no effect here; see decisions/explain") Boolean explain) {

  /** A subject or a resource. */
  @RegisterForReflection
  public record PartyBody(
      @Schema(examples = "user") String type,
      @Schema(examples = "ann") String id,
      @Nullable Map<String, Object> properties) {}

  /** A batch; what stands beside the checks is the default of each of them. */
  @RegisterForReflection
  @Schema(name = "BatchBody", requiredProperties = "checks")
  public record Batch(
      @Schema(minItems = 1, maxItems = DecisionResource.MAX_CHECKS) List<CheckBody> checks,
      @Nullable
          @Schema(
              enumeration = {"execute_all", "deny_on_first_deny", "permit_on_first_permit"},
              defaultValue = "execute_all")
          String semantic,
      @Nullable String organization,
      @Nullable @Schema(minimum = "0") Long atLeast) {}
}
