package io.iamplane.governance.simulation;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.governance.simulation.report.DecisionsView;
import io.iamplane.governance.simulation.report.ProbesView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.jspecify.annotations.Nullable;

/** The effects of a draft on the present version; probes are absent in a replay. */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SimulationView(
    long policyVersion, DecisionsView decisions, @Nullable ProbesView probes) {}
