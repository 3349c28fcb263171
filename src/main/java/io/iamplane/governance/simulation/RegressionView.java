package io.iamplane.governance.simulation;

import io.quarkus.runtime.annotations.RegisterForReflection;

/** All probes were answered as expected; the draft was applied to this version. */
@RegisterForReflection
public record RegressionView(long policyVersion, int probes) {}
