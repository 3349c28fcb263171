package io.iamplane.simulation;

import io.iamplane.simulation.report.DecisionsView;
import io.iamplane.simulation.report.ProbesView;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * What a draft would change.
 *
 * @param policyVersion the present version, to which the draft was applied
 * @param probes what becomes of the saved probes
 */
@RegisterForReflection
public record SimulationView(long policyVersion, DecisionsView decisions, ProbesView probes) {}
