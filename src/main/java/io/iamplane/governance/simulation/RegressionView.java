package io.iamplane.governance.simulation;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * All probes were answered as expected.
 *
 * @param policyVersion the present version, to which the draft was applied
 */
@RegisterForReflection
public record RegressionView(long policyVersion, int probes) {}
