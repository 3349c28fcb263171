package io.iamplane.decision.wire;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.iamplane.decision.RequestRelations;
import io.iamplane.decision.wire.CheckBody.PartyBody;
import io.iamplane.grant.relation.RelationRequest;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The members of all lists, as the OpenAPI document shows them; {@link ListReader} reads them.
 *
 * @param application the application of a bare key or a relation; limits a list of permissions
 */
@RegisterForReflection
@Schema(description = "Every optional member may be null.")
public record ListBody(
    @Nullable
        @Schema(
            description =
                "The application that the relation, or a permission without an application prefix,"
                    + " belongs to; defaults to the client's own. In list-permissions, the"
                    + " application whose permissions are listed; defaults to all applications.")
        String application,
    @Nullable @Schema(description = "The attributes that conditions read as `context`")
        Map<String, Object> context,
    @Nullable @Schema(description = CheckBody.RELATIONS, maxItems = RequestRelations.MAX)
        List<RelationRequest.Entry> contextualRelations,
    @Nullable
        @Schema(
            enumeration = {"aal1", "aal2", "aal3"},
            defaultValue = "aal1")
        String currentAal,
    @Nullable @Schema(description = CheckBody.ORGANIZATION) String organization,
    @Nullable @Schema(description = CheckBody.AT_LEAST, minimum = "0") Long atLeast,
    @Nullable @Schema(minimum = "1", maximum = "100", defaultValue = "25") Integer limit,
    @Nullable
        @Schema(
            description =
                "The `next_cursor` of the previous page of the same list with the same `limit`")
        String cursor) {

  private static final String OBJECT = "`type:id` or `{type, id, properties?}`";

  @RegisterForReflection
  @Schema(
      description = "Exactly one of `permission` and `relation` is required.",
      requiredProperties = "subject")
  public record ListResourcesBody(
      @Schema(
              description = CheckBody.SUBJECT,
              examples = "user:ann",
              oneOf = {String.class, PartyBody.class})
          Object subject,
      @Nullable @Schema(examples = "warehouse:stock.adjust") String permission,
      @Nullable @Schema(description = "A relation or permission in the relation model")
          String relation,
      @Nullable
          @Schema(
              description =
                  "The type of the resources; defaults to the permission's resource type, or to all"
                      + " types that have the relation")
          String type,
      @JsonUnwrapped ListBody page) {}

  @RegisterForReflection
  @Schema(
      description =
          "Exactly one of `permission` and `relation` is required; `relation` requires `object`.")
  public record ListSubjectsBody(
      @Nullable
          @Schema(
              description = OBJECT,
              examples = "item:42",
              oneOf = {String.class, PartyBody.class})
          Object object,
      @Nullable @Schema(examples = "warehouse:stock.adjust") String permission,
      @Nullable @Schema(description = "A relation or permission in the relation model")
          String relation,
      @Nullable @Schema(description = "The type of the subjects", defaultValue = "user")
          String type,
      @JsonUnwrapped ListBody page) {}

  @RegisterForReflection
  @Schema(requiredProperties = "subject")
  public record ListPermissionsBody(
      @Schema(
              description = CheckBody.SUBJECT,
              examples = "user:ann",
              oneOf = {String.class, PartyBody.class})
          Object subject,
      @Nullable
          @Schema(
              description = OBJECT + "; if absent, lists the permissions that need no resource",
              examples = "item:42",
              oneOf = {String.class, PartyBody.class})
          Object object,
      @JsonUnwrapped ListBody page) {}
}
