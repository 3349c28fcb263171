package io.iamplane.governance.simulation.probe;

import io.iamplane.decision.wire.CheckBody.PartyBody;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A probe's question as the OpenAPI document shows it; {@link ProbeQuestion} reads it. */
@RegisterForReflection
@Schema(
    description = "Either permission or relation, as in a check.",
    requiredProperties = "subject")
public record ProbeQuestionBody(
    @Schema(
            description = "type:id, or {type, id, properties?}; the type defaults to user",
            examples = "user:ann",
            oneOf = {String.class, PartyBody.class})
        Object subject,
    @Nullable @Schema(description = "The full key", examples = "warehouse:stock.adjust")
        String permission,
    @Nullable @Schema(description = "A name of the relation model; needs a resource")
        String relation,
    @Nullable
        @Schema(
            description = "type:id, or {type, id, properties?}",
            examples = "item:42",
            oneOf = {String.class, PartyBody.class})
        Object resource,
    @Nullable @Schema(description = "The application of a bare key") String application,
    @Nullable @Schema(description = "What conditions read as context") Map<String, Object> context,
    @Nullable
        @Schema(
            enumeration = {"aal1", "aal2", "aal3"},
            defaultValue = "aal1")
        String currentAal,
    @Nullable @Schema(description = "When it is asked; now without it") Instant at) {}
