package io.iamplane.decision.authzen;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/** The answers to a batch, in its order; those after a deciding one may be missing. */
@RegisterForReflection
public record EvaluationsAnswer(List<EvaluationAnswer> evaluations) {}
