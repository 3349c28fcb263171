package io.iamplane.governance.simulation.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.log.Outcome;
import io.iamplane.decision.wire.CheckBody.PartyBody;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A question in the form of a check's body with the expected answer, under a unique name. */
@RegisterForReflection
public record ProbeBody(
    @NotBlank
        @Size(max = 100)
        @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
        @Schema(examples = "clerks do not adjust")
        String name,
    @NotNull @Schema(implementation = ProbeQuestionBody.class, required = true, examples = EXAMPLE)
        JsonNode question,
    @NotNull @Schema(examples = "deny") Outcome expect) {

  public static final String EXAMPLE =
      "{\"subject\": \"user:ann\", \"permission\": \"warehouse:stock.adjust\"}";

  /** A probe's question as the OpenAPI document shows it; {@link AskedProbe} reads it. */
  @RegisterForReflection
  @Schema(
      description = "A question with either `permission` or `relation`, as in a check.",
      requiredProperties = "subject")
  public record ProbeQuestionBody(
      @Schema(
              description = "`type:id`, or `{type, id, properties?}`; the type defaults to `user`",
              examples = "user:ann",
              oneOf = {String.class, PartyBody.class})
          Object subject,
      @Nullable
          @Schema(description = "The permission's full key", examples = "warehouse:stock.adjust")
          String permission,
      @Nullable
          @Schema(
              description = "A relation or permission of the relation model; requires `resource`")
          String relation,
      @Nullable
          @Schema(
              description = "`type:id`, or `{type, id, properties?}`",
              examples = "item:42",
              oneOf = {String.class, PartyBody.class})
          Object resource,
      @Nullable
          @Schema(
              description =
                  "The application that the relation, or a permission without an application "
                      + "prefix, belongs to")
          String application,
      @Nullable @Schema(description = "The attributes that conditions read as `context`")
          Map<String, Object> context,
      @Nullable
          @Schema(
              enumeration = {"aal1", "aal2", "aal3"},
              defaultValue = "aal1")
          String currentAal,
      @Nullable
          @Schema(
              description =
                  "The time as of which the probe is decided; defaults to the current time")
          Instant at) {}
}
