package io.iamplane.governance.simulation.report;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Recorded decisions about one subject and permission with a different result by one cause.
 *
 * @param permission the policy's name, or else the question's own words
 * @param example the latest of them
 */
@RegisterForReflection
public record DifferenceGroupView(
    @Schema(examples = "newly_allowed") Difference difference,
    @Schema(examples = "user:ann") String subject,
    @Schema(examples = "warehouse:stock.read") String permission,
    CauseView cause,
    long decisions,
    UUID example,
    Instant latest) {}
