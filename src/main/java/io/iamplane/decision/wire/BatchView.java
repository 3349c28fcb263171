package io.iamplane.decision.wire;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/** The decisions of a batch, in its order; those after a deciding one may be missing. */
@RegisterForReflection
public record BatchView(List<DecisionView> decisions) {}
