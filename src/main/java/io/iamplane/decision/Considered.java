package io.iamplane.decision;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import java.time.Instant;
import java.util.UUID;

/**
 * A decision that is not recorded yet, and not to be shown before it is.
 *
 * @param id UUID version 7
 * @param at the time it was decided for, to the microsecond
 */
public record Considered(UUID id, Instant at, DecisionRequest request, Decision decision) {}
