package io.iamplane.simulation;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.simulation.report.DecisionsView;
import io.iamplane.simulation.report.ProbesView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.jspecify.annotations.Nullable;

/**
 * What a draft would change.
 *
 * @param policyVersion the present version, to which the draft was applied
 * @param probes what becomes of the saved probes; absent in a replay
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SimulationView(
    long policyVersion, DecisionsView decisions, @Nullable ProbesView probes) {}
