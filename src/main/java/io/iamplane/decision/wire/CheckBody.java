package io.iamplane.decision.wire;

import io.quarkus.runtime.annotations.RegisterForReflection;
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
            description = SUBJECT,
            examples = "user:ann",
            oneOf = {String.class, PartyBody.class})
        Object subject,
    @Nullable @Schema(examples = "warehouse:stock.adjust") String permission,
    @Nullable @Schema(description = RELATION) String relation,
    @Nullable
        @Schema(
            description = RESOURCE,
            examples = "item:42",
            oneOf = {String.class, PartyBody.class})
        Object resource,
    @Nullable @Schema(description = APPLICATION) String application,
    @Nullable @Schema(description = ORGANIZATION) String organization,
    @Nullable @Schema(description = CONTEXT) Map<String, Object> context,
    @Nullable
        @Schema(
            enumeration = {"aal1", "aal2", "aal3"},
            defaultValue = "aal1")
        String currentAal,
    @Nullable @Schema(description = AT_LEAST, minimum = "0") Long atLeast,
    @Nullable @Schema(description = EXPLAIN) Boolean explain) {

  static final String SUBJECT = "type:id, or {type, id, properties?}; the type defaults to user";
  static final String RELATION = "A name of the relation model; needs a resource";
  static final String RESOURCE =
      "type:id, or {type, id, properties?}; for a bare id, the permission's resource type";
  static final String APPLICATION = "The application of a bare key; defaults to the client's own";
  static final String ORGANIZATION = "Id or key; any but the token's organization is not found";
  static final String CONTEXT = "What conditions read as context";
  static final String AT_LEAST = "The minimum policy version";
  static final String EXPLAIN = "Has no effect here; see decisions/explain";

  /** A subject or a resource. */
  @RegisterForReflection
  public record PartyBody(
      @Schema(examples = "user") String type,
      @Schema(examples = "ann") String id,
      @Nullable Map<String, Object> properties) {}
}
