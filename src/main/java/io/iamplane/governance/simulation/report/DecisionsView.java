package io.iamplane.governance.simulation.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The results of the recorded decisions of a window.
 *
 * @param complete true if all of them were read
 * @param completeFrom every decision since this time was read
 * @param stoppedBy the limit that was reached: {@code decisions} or {@code time}; absent if all
 *     were read
 * @param evaluated the number of these that were decided again, before and after the change
 * @param driftedSince the number of these that the present policy answers differently from the
 *     record, regardless of the draft; absent in a replay
 * @param notEvaluated the numbers of those not decided again, by the reason
 * @param differences the numbers of those with a different result, by kind
 * @param groups of the different ones, the largest group first
 * @param ungrouped the number of different ones without a group, because there are too many groups
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
