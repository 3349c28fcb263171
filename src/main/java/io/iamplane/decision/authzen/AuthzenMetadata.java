package io.iamplane.decision.authzen;

import io.quarkus.runtime.annotations.RegisterForReflection;

/** Where the endpoints are (AuthZEN 1.0, section 9). */
@RegisterForReflection
public record AuthzenMetadata(
    String policyDecisionPoint,
    String accessEvaluationEndpoint,
    String accessEvaluationsEndpoint) {}
