package io.iamplane.decision.authzen;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * An evaluation as the OpenAPI document shows it; {@link EvaluationReader} reads it. Optional
 * members may be absent, but not null.
 */
@RegisterForReflection
@Schema(requiredProperties = {"subject", "action", "resource"})
public record EvaluationBody(
    EntityBody subject,
    ActionBody action,
    EntityBody resource,
    @Schema(
            description =
                "The attributes that conditions read as `context`. Members with a meaning of their own: `application` names the"
                    + " application (default: the client's own), `explain` requests the reasons,"
                    + " `supported_obligations` may contain `step-up`, and `contextual_relations`"
                    + " are relations that apply only to this request")
        Map<String, Object> context) {

  /** A subject or a resource. */
  @RegisterForReflection
  @Schema(requiredProperties = {"type", "id"})
  public record EntityBody(
      @Schema(examples = "user") String type,
      @Schema(examples = "ann") String id,
      Map<String, Object> properties) {}

  @RegisterForReflection
  @Schema(requiredProperties = "name")
  public record ActionBody(
      @Schema(examples = "read") String name, Map<String, Object> properties) {}

  /** A batch; the members beside the evaluations are the defaults of each evaluation. */
  @RegisterForReflection
  @Schema(name = "EvaluationsBody")
  public record Batch(
      @JsonUnwrapped ItemBody defaults,
      @Schema(maxItems = 1000) List<ItemBody> evaluations,
      OptionsBody options) {}

  /** An evaluation of a batch; the defaults apply to absent members. */
  @RegisterForReflection
  @Schema(name = "EvaluationItemBody")
  public record ItemBody(
      EntityBody subject, ActionBody action, EntityBody resource, Map<String, Object> context) {}

  @RegisterForReflection
  public record OptionsBody(
      @Schema(
              enumeration = {"execute_all", "deny_on_first_deny", "permit_on_first_permit"},
              defaultValue = "execute_all")
          String evaluationsSemantic) {}
}
