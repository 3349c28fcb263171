package io.iamplane.decision.wire;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.iamplane.decision.RequestRelations;
import io.iamplane.grant.relation.RelationRequest;
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
            description = SUBJECT,
            examples = "user:ann",
            oneOf = {String.class, PartyBody.class})
        Object subject,
    @JsonUnwrapped QuestionBody question,
    @Nullable @Schema(description = ORGANIZATION) String organization,
    @Nullable @Schema(description = AT_LEAST, minimum = "0") Long atLeast) {

  static final String SUBJECT = "type:id, or {type, id, properties?}; the type defaults to user";
  static final String ORGANIZATION = "Id or key; any but the token's organization is not found";
  static final String AT_LEAST = "The minimum policy version";

  static final String RELATIONS =
      "Relations that hold for this request alone, besides those that are stored";

  /** A question about a subject; in a batch, the default of each check. */
  @RegisterForReflection
  public record QuestionBody(
      @Nullable @Schema(examples = "warehouse:stock.adjust") String permission,
      @Nullable @Schema(description = "A name of the relation model; needs a resource")
          String relation,
      @Nullable
          @Schema(
              description =
                  "type:id, or {type, id, properties?}; for a bare id, the permission's resource"
                      + " type",
              examples = "item:42",
              oneOf = {String.class, PartyBody.class})
          Object resource,
      @Nullable @Schema(description = "The application of a bare key; defaults to the client's own")
          String application,
      @Nullable @Schema(description = "The attributes that conditions read as context")
          Map<String, Object> context,
      @Nullable @Schema(description = RELATIONS, maxItems = RequestRelations.MAX)
          List<RelationRequest.Entry> contextualRelations,
      @Nullable
          @Schema(
              enumeration = {"aal1", "aal2", "aal3"},
              defaultValue = "aal1")
          String currentAal,
      @Nullable @Schema(description = "Has no effect here; see decisions/explain")
          Boolean explain) {}

  /** A subject or a resource. */
  @RegisterForReflection
  public record PartyBody(
      @Schema(examples = "user") String type,
      @Schema(examples = "ann") String id,
      @Nullable Map<String, Object> properties) {}
}
