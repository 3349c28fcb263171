package io.iamplane.simulation.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the recorded decisions of a time.
 *
 * @param complete whether all of them were read
 * @param completeFrom every decision from this moment on was read
 * @param stoppedBy the bound that was reached: {@code decisions} or {@code time}; absent when all
 *     were read
 * @param read how many were read
 * @param evaluated how many of these were decided again, before and after the change
 * @param driftedSince how many of these the present policy answers otherwise than they were
 *     answered, whatever the draft says; absent in a replay
 * @param notEvaluated how many were not decided again, by the reason
 * @param differences how many come out differently, by kind
 * @param groups those, the largest group first
 * @param ungrouped how many of them are in no group, because there are too many groups
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DecisionsView(
    Instant from,
    Instant to,
    boolean complete,
    Instant completeFrom,
    @Nullable @Schema(examples = "time") String stoppedBy,
    long read,
    long evaluated,
    @Nullable Long driftedSince,
    Map<String, Long> notEvaluated,
    Map<String, Long> differences,
    List<DifferenceGroupView> groups,
    long ungrouped) {}
