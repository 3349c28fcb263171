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
    description =
        "Exactly one of `permission` and `relation` is required. Every optional member may be"
            + " null.",
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

  static final String SUBJECT =
      "`type:id` or `{type, id, properties?}`, where `type` defaults to `user`";
  static final String ORGANIZATION =
      "The organization's id or key; defaults to the token's organization. Only platform callers"
          + " may name another organization.";
  static final String AT_LEAST = "The minimum policy version";

  static final String RELATIONS =
      "Relations that apply only to this request, in addition to stored relations";

  /** A question about a subject; in a batch, the default of each check. */
  @RegisterForReflection
  public record QuestionBody(
      @Nullable @Schema(examples = "warehouse:stock.adjust") String permission,
      @Nullable
          @Schema(
              description = "A relation or permission in the relation model; requires `resource`")
          String relation,
      @Nullable
          @Schema(
              description =
                  "`type:id` or `{type, id, properties?}`; an id without a type has the"
                      + " permission's resource type",
              examples = "item:42",
              oneOf = {String.class, PartyBody.class})
          Object resource,
      @Nullable
          @Schema(
              description =
                  "The application that the relation, or a permission without an application"
                      + " prefix, belongs to; defaults to the client's own")
          String application,
      @Nullable @Schema(description = "The attributes that conditions read as `context`")
          Map<String, Object> context,
      @Nullable @Schema(description = RELATIONS, maxItems = RequestRelations.MAX)
          List<RelationRequest.Entry> contextualRelations,
      @Nullable
          @Schema(
              enumeration = {"aal1", "aal2", "aal3"},
              defaultValue = "aal1")
          String currentAal,
      @Nullable @Schema(description = "Has no effect; decisions/explain always gives the reasons")
          Boolean explain) {}

  /** A subject or a resource. */
  @RegisterForReflection
  public record PartyBody(
      @Schema(examples = "user") String type,
      @Schema(examples = "ann") String id,
      @Nullable Map<String, Object> properties) {}
}
