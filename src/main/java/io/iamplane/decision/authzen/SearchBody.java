package io.iamplane.decision.authzen;

import io.iamplane.decision.authzen.EvaluationBody.ActionBody;
import io.iamplane.decision.authzen.EvaluationBody.EntityBody;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The searches as the OpenAPI document shows them; {@link EvaluationReader} reads them. */
final class SearchBody {

  private static final String CONTEXT =
      "The attributes that conditions read as `context`. Members with a meaning of their own: `application` names the application"
          + " (default: the client's own), and `contextual_relations` are relations that apply"
          + " only to this request";

  private SearchBody() {}

  @RegisterForReflection
  @Schema(requiredProperties = {"subject", "action", "resource"})
  public record SubjectSearchBody(
      OpenEntityBody subject,
      ActionBody action,
      EntityBody resource,
      @Schema(description = CONTEXT) Map<String, Object> context,
      PageBody page) {}

  @RegisterForReflection
  @Schema(requiredProperties = {"subject", "action", "resource"})
  public record ResourceSearchBody(
      EntityBody subject,
      ActionBody action,
      OpenEntityBody resource,
      @Schema(description = CONTEXT) Map<String, Object> context,
      PageBody page) {}

  @RegisterForReflection
  @Schema(requiredProperties = {"subject", "resource"})
  public record ActionSearchBody(
      EntityBody subject,
      EntityBody resource,
      @Schema(description = CONTEXT) Map<String, Object> context,
      PageBody page) {}

  /** A subject or resource that is searched for; an id is ignored. */
  @RegisterForReflection
  @Schema(requiredProperties = "type")
  public record OpenEntityBody(
      @Schema(examples = "user") String type, Map<String, Object> properties) {}

  @RegisterForReflection
  public record PageBody(
      @Schema(
              description =
                  "The `next_token` of the previous page of the same search with the same `limit`")
          String token,
      @Schema(
              description =
                  "The maximum number of results per page; values above 100 are treated as 100",
              minimum = "1",
              defaultValue = "100")
          Integer limit) {}
}
